interface Request {
  get?(header: string): string | undefined
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** Small things, for plugins that import `services/utils`. */
export const utils = {
  /** The page a request was made from, as the embed or the browser says; `undefined` when neither does. Whoever sends people there checks it first. */
  getRedirectUri({ headers = {} }: Request): string | undefined {
    const said = headers['x-pym-url'] ?? headers['referer']
    const address = Array.isArray(said) ? said[0] : said
    return address !== undefined && URL.canParse(address) && /^https?:/i.test(address) ? address : undefined
  },
}

export default utils
export { utils as 'module.exports' }
