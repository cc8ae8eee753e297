import type { Vocabulary } from '@/lib/readers/scenarios/incident/writer';

/** Words of a support desk for a ticket shop, in four languages. */
export const multilingualVocabulary: Vocabulary = {
  zhThing: ['订单', '门票', '退款', '座位', '发票', '优惠码', '账户', '二维码', '会员卡', '演出'],
  zhAct: [
    '无法打开',
    '显示已过期',
    '被重复扣款',
    '一直没有收到',
    '需要改签',
    '与姓名不符',
    '找不到了',
  ],
  zhPlace: ['上海大剧院', '北京鸟巢', '成都音乐厅', '广州体育馆', '杭州西湖边的剧场'],
  jaThing: [
    'ご注文',
    'チケット',
    '払い戻し',
    '座席',
    '領収書',
    'クーポン',
    'アカウント',
    'QRコード',
    '会員証',
  ],
  jaAct: [
    'が表示されません',
    'の期限が切れています',
    'が二重に請求されました',
    'がまだ届きません',
    'を変更したいです',
    'の名前が違います',
  ],
  jaPlace: ['東京ドーム', '大阪城ホール', '札幌コンサートホール', '名古屋の劇場', '福岡サンパレス'],
  koThing: [
    '주문',
    '입장권',
    '환불',
    '좌석',
    '영수증',
    '할인 코드',
    '계정',
    'QR 코드',
    '회원 카드',
  ],
  koAct: [
    '이 보이지 않습니다',
    '이 만료되었습니다',
    '이 두 번 결제되었습니다',
    '을 아직 받지 못했습니다',
    '을 바꾸고 싶습니다',
  ],
  koPlace: ['서울 예술의전당', '부산 시민회관', '대구 콘서트하우스', '인천 문학경기장'],
  emoji: ['🙏', '😭', '🎫', '🎉', '😡', '✅', '⏳', '💳', '📅', '🚫', '👨‍👩‍👧‍👦', '👍🏽', '🇯🇵', '🎻', '🤔'],
  name: [
    '王小明',
    '李雨桐',
    '佐藤 健',
    '鈴木 美咲',
    '김민준',
    '이서연',
    '陳大文',
    '高橋 陽菜',
    '박지훈',
  ],
};

/** Messages of customers. */
export const customerLines: readonly string[] = [
  '您好，我的{zhThing}{zhAct}{emoji}，订单号是 {10000000-99999999}，请尽快帮我处理，谢谢！',
  '我在{zhPlace}的{zhThing}{zhAct}，已经等了 {2-9} 天了{emoji}{emoji} 还有人在看吗？',
  'お世話になっております。{jaPlace}の{jaThing}{jaAct}{emoji} 注文番号は {10000000-99999999} です。ご確認をお願いいたします。',
  'すみません、{jaThing}{jaAct}。明日の公演なので急いでいます{emoji}{emoji}',
  '안녕하세요, {koPlace} {koThing}{koAct} {emoji} 주문 번호는 {10000000-99999999}입니다. 확인 부탁드립니다.',
  '{koThing}{koAct}. 가족 {2-6}명이 함께 가려고 했는데 어떻게 해야 하나요? {emoji}',
];

/** Rows of the ticket shop's records. */
export const recordLines: readonly string[] = [
  '{10000000-99999999} | {name} | {zhPlace} | {zhThing} | 2026-0{1-9}-{10-28} | ¥{80-2400} | {emoji}',
  '{10000000-99999999} | {name} | {jaPlace} | {jaThing} | 2026-0{1-9}-{10-28} | {3000-28000}円 | {emoji}',
  '{10000000-99999999} | {name} | {koPlace} | {koThing} | 2026-0{1-9}-{10-28} | {30000-190000}원 | {emoji}',
];

/** Answers of the agent. */
export const answerLines: readonly string[] = [
  '{name}您好{emoji} 我查到了您的{zhThing}：系统显示{zhAct}。我已经为您登记，{1-3} 个工作日内会收到短信通知。',
  '{name}様、ご連絡ありがとうございます{emoji} {jaThing}を確認しました。{jaPlace}の公演分は{1-5}営業日以内にご案内いたします。',
  '{name}님, 문의해 주셔서 감사합니다 {emoji} {koPlace} {koThing} 내역을 확인했습니다. {1-3}일 안에 다시 안내해 드리겠습니다.',
];
