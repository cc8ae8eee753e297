/** Where the form of the sign-in page is sent. */
export const SIGN_IN_PATH = '/sign-in';

/** What the sign-in page says and does. */
interface SignInPage {
  readonly status: number;
  /** Path of this server to open after signing in. */
  readonly to: string;
  /** A sentence about the last attempt. */
  readonly fault?: string;
  /** True to ask once more by itself: a browser keeps the cookie back when another site's link is followed. */
  readonly again?: boolean;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { display: grid; place-items: center; min-height: 90vh; margin: 0 1rem;
  background: light-dark(#fbfbfa, #0f1114); color: light-dark(#16181d, #e9eaec); }
main { width: 100%; max-width: 26rem; }
h1 { font-size: 1.25rem; }
p { color: light-dark(#565b66, #a2a7b1); }
p[role=alert] { color: light-dark(#c2281d, #ff6a5e); }
label { display: block; font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.25rem; margin-top: .5rem;
  padding: .25rem .5rem; border: 1px solid light-dark(#767b86, #868b96); border-radius: 6px;
  background: light-dark(#fff, #15181c); color: inherit; font: inherit; }
button { border-color: transparent; background: light-dark(#0f62a8, #6cb2ee);
  color: light-dark(#fff, #0f1114); font-weight: 600; cursor: pointer; }
code { font-family: ui-monospace, Menlo, monospace; font-size: .9em; }
`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/**
 * The page that asks a person for the token. It needs no script and loads nothing. Its address is sent
 * to this server only, so that a browser names the form's origin.
 */
export function signInPage({ status, to, fault, again = false }: SignInPage): Response {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<meta name="robots" content="noindex">
${again ? '<meta http-equiv="refresh" content="0">' : ''}
<link rel="icon" href="data:,">
<title>Sign in · Highwater</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main id="main">
<h1>Highwater</h1>
${fault === undefined ? '' : `<p role="alert">${escaped(fault)}</p>`}
<form method="post" action="${SIGN_IN_PATH}">
<input type="hidden" name="to" value="${escaped(to)}">
<label for="token">Token of this server</label>
<input id="token" name="token" type="password" required autofocus autocomplete="current-password" aria-describedby="where">
<button type="submit">Sign in</button>
</form>
<p id="where"><code>npm start</code> prints an address with the token; it is also in the file <code>token</code> beside the library, or whoever runs this server set it as <code>HIGHWATER_TOKEN</code>.</p>
</main>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
    },
  });
}
