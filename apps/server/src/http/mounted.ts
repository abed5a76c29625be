import type { Middleware } from 'koa'

/** Serves everything under the path of the root address; what is outside is not found. */
export function mounted(mountPath: string): Middleware {
  if (mountPath === '') return (_ctx, next) => next()
  return async (ctx, next) => {
    if (ctx.path !== mountPath && !ctx.path.startsWith(`${mountPath}/`)) return ctx.throw(404, 'There is nothing here')
    const path = ctx.path
    ctx.path = path.slice(mountPath.length) || '/'
    try {
      await next()
    } finally {
      ctx.path = path
    }
  }
}
