import { fromText, Refusal } from './from-text.ts'

const MONGODB = new RegExp(
  '^mongodb(?<srv>\\+srv)?://(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)' +
    '(?:/(?<database>[^?#]*))?(?:\\?(?<options>[^#]*))?$',
)
const USER = /^(?:[^:@/%\s]|%[\da-f]{2})+(?::(?:[^:@/%\s]|%[\da-f]{2})*)?$/i
const HOST = /^(?:[A-Za-z0-9._-]+|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?$/i
const OPTIONS = /^(?:[A-Za-z]+=[^&=\s]*)(?:&[A-Za-z]+=[^&=\s]*)*$/

/** Connection strings name several hosts, which `new URL` cannot read; the driver checks the rest when it connects. */
function checkMongodb(text: string): void {
  const { srv, user, hosts = '', database = '', options } = MONGODB.exec(text)?.groups ?? {}
  if (user !== undefined && !USER.test(user)) {
    throw new Refusal('user name and password must be percent-encoded where they contain @ : / or %')
  }
  const parsed = hosts.split(',').map(name => HOST.exec(name))
  if (parsed.some(host => host === null || Number(host.groups?.port ?? 1) > 65_535 || host.groups?.port === '0')) {
    throw new Refusal(
      'must name its hosts, as in mongodb://host:27017/database (special characters of a password percent-encoded)',
    )
  }
  if (srv !== undefined && (parsed.length > 1 || parsed[0]?.groups?.port !== undefined)) {
    throw new Refusal('mongodb+srv:// must name one host without a port')
  }
  if (/[/\\."$*<>:|?@\s]/.test(database)) throw new Refusal('must have a plain database name after the hosts')
  if (options !== undefined && options !== '' && !OPTIONS.test(options)) {
    throw new Refusal('options after ? must be name=value pairs joined by &')
  }
}

/** `mongodb://`, `mongodb+srv://` or `sqlite:<path>`, kept as it was given. */
export const docstoreUrl = fromText(text => {
  if (/^mongodb(\+srv)?:\/\//.test(text)) checkMongodb(text)
  else if (!/^sqlite:[^\s\0][^\0]*$/.test(text)) {
    throw new Refusal('must be mongodb://…, mongodb+srv://… or sqlite:<path of a file>')
  }
  return text
})

/** `redis://`, `rediss://` or `memory:`, kept as it was given. */
export const kvstoreUrl = fromText(text => {
  if (text === 'memory:') return text
  const refusal = 'must be redis://host:port/<database number>, rediss://… or memory:'
  const url = /^rediss?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '' || url.hash !== '') throw new Refusal(refusal)
  if (!/^\/?$|^\/\d{1,4}$/.test(url.pathname)) throw new Refusal(`database after the host is not a number: ${refusal}`)
  // The client would use database 0 then, which may be that of another site.
  if (['db', 'database'].some(name => url.searchParams.has(name))) {
    throw new Refusal('the number of the database must follow the host, as in redis://host:port/1, and not a ?')
  }
  if (![url.username, url.password].every(isPercentEncoded)) {
    throw new Refusal('user name and password must be percent-encoded where they contain a %')
  }
  return text
})

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
