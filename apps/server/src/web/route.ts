import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { share } from '../graphql/share.ts'
import { ownTurn } from '../request/own-turn.ts'
import type { RequestContext } from '../request/state.ts'

/** A request with the parameters of its path. */
export type PageContext = RequestContext & { params: Record<string, string> }

export type PageRoute = (ctx: PageContext) => Promise<void> | void

/** A route whose answer is for one caller only. To draw a page takes milliseconds, so each begins in its own turn. */
export function direct(route: PageRoute): (ctx: unknown) => Promise<void> {
  return async ctx => {
    const page = ctx as PageContext
    await ownTurn(page.ip)
    await route(page)
  }
}

/** A route whose answer all anonymous readers get, until a record that it read changes. */
export function shared(route: PageRoute): (ctx: unknown) => Promise<void> {
  return ctx => {
    const page = ctx as PageContext
    return share(page, page.state.context.services, async () => {
      await ownTurn(page.ip)
      await route(page)
    })
  }
}

/** Answers with a page. Browsers must revalidate it each time, because it depends on who is signed in. */
export function answerPage(ctx: RequestContext, page: VNode, status = 200): void {
  answerMarkup(ctx, `<!doctype html>${renderToString(page)}`)
  ctx.status = status
}

/** Answers with markup, a page or a part of one. */
export function answerMarkup(ctx: RequestContext, markup: string): void {
  ctx.type = 'html'
  ctx.body = markup
  ctx.vary('Cookie')
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-cache')
}

/** The first value of a parameter in the query string; `null` when it is empty or over 2,000 characters long. */
export function queryText(ctx: RequestContext, name: string): string | null {
  const [value] = [ctx.query[name] ?? []].flat()
  return value === undefined || value === '' || value.length > 2_000 ? null : value
}

/** A parameter of the route's path, such as `discussion` of `/discussions/:discussion`. */
export function pathText({ params }: PageContext, name: string): string {
  const value = params[name]
  if (value === undefined) throw new Error(`the path of this route has no parameter ${name}`)
  return value
}
