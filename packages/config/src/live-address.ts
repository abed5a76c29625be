/** The address of the live endpoint below a root address; undefined when that is missing or malformed. */
export function liveAddressFor(rootUrl: string | undefined, mounted: boolean): string | undefined {
  if (rootUrl === undefined || !URL.canParse(rootUrl)) return undefined
  const { protocol, host, pathname } = new URL(rootUrl)
  const mountPath = mounted ? pathname.replace(/\/$/, '') : ''
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${mountPath}/api/v1/live`
}
