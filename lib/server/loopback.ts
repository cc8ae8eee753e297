/** A host name or address without the brackets of an IPv6 address, in lower case. */
export const bareHost = (name: string): string => name.replace(/^\[|\]$/g, '').toLowerCase();

/** True for a name or address that only this machine reaches. */
export const isLoopback = (name: string): boolean =>
  bareHost(name) === 'localhost' ||
  bareHost(name) === '::1' ||
  /^127(\.\d{1,3}){3}$/.test(bareHost(name));
