import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { share } from '../graphql/share.ts'
import type { RequestContext } from '../request/state.ts'

/** A request with the parameters of its path. */
export type PageContext = RequestContext & { params: Record<string, string> }

export type PageRoute = (ctx: PageContext) => Promise<void> | void

/** A route for one caller only. */
export function direct(route: PageRoute): (ctx: unknown) => Promise<void> | void {
  return ctx => route(ctx as PageContext)
}

/** A route whose answer is kept for other anonymous readers, as long as what it read is unchanged. */
export function shared(route: PageRoute): (ctx: unknown) => Promise<void> {
  return ctx => {
    const page = ctx as PageContext
    return share(page, page.state.context.services, async () => {
      await route(page)
    })
  }
}

/** Answers with a page. Browsers ask again each time: what they see depends on who is signed in. */
export function answerPage(ctx: RequestContext, page: VNode, status = 200): void {
  answerMarkup(ctx, `<!doctype html>${renderToString(page)}`)
  ctx.status = status
}

/** Answers with a piece of a page. */
export function answerMarkup(ctx: RequestContext, markup: string): void {
  ctx.type = 'html'
  ctx.body = markup
  ctx.vary('Cookie')
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-cache')
}

/** A parameter of the query string: the first of its name, unless it is absurdly long. */
export function queryText(ctx: RequestContext, name: string): string | null {
  const [value] = [ctx.query[name] ?? []].flat()
  return value === undefined || value === '' || value.length > 2_000 ? null : value
}
