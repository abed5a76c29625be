interface Request {
  get?(header: string): string | undefined
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
}

/** Helpers, for plugins that import `services/utils`. */
export const utils = {
  /**
   * The page that sent a request, by a header of the embed or the browser; `undefined` without one. A client can send
   * any address, so check it before you redirect to it.
   */
  getRedirectUri({ headers = {} }: Request): string | undefined {
    const given = headers['x-pym-url'] ?? headers['referer']
    const address = Array.isArray(given) ? given[0] : given
    return address !== undefined && URL.canParse(address) && /^https?:/i.test(address) ? address : undefined
  },
}

export default utils
export { utils as 'module.exports' }
