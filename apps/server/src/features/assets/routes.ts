import { type Asset, NotFoundError, type PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { encodeCursor } from '../../paging/cursor.ts'
import { parseBody, readJson } from '../../request/body.ts'
import { requestOf } from '../../request/state.ts'
import { publicAsset } from './public-asset.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `give a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
const filters = {
  value: z.string().max(1_000).default(''),
  filter: z.enum(['all', 'open', 'closed']).default('all'),
  limit: whole(1, 500).default(20),
}
const numbered = z.object({
  ...filters,
  field: z.enum(['publication_date', 'created_at']).default('publication_date'),
  page: whole(1, 1_000).default(1),
  asc: z.enum(['true', 'false']).default('false'),
})
const stories = z.object({ ...filters, cursor: z.string().max(1_024).nullish() })
const time = z.union([
  z.null(),
  z.iso.datetime({ offset: true, error: 'give an ISO-8601 time with its zone' }).transform(text => new Date(text)),
])
const status = z.strictObject({ closedAt: time.optional(), closedMessage: z.unknown().optional() })

const OPEN = { all: null, open: true, closed: false } as const

/** The REST routes by which moderators list and change discussions. */
export function assetRoutes({ koa }: PluginRouter): void {
  koa.get('/api/v1/assets', async ctx => {
    const { context, services } = privateState(ctx)
    const { value, filter, limit, field, page, asc } = parseBody(numbered, ctx.query)
    const { assets, count } = await services.assets.numbered({
      value,
      open: OPEN[filter],
      field,
      limit,
      page,
      direction: asc === 'true' ? 1 : -1,
    })
    context.preventSharing()
    ctx.body = { result: assets.map(publicAsset), limit, count, page, totalPages: Math.ceil(count / limit) }
  })
  koa.get('/api/v1/assets/:id', async ctx => {
    const { services } = privateState(ctx)
    const [asset] = await services.assets.findByIds([String(ctx.params['id'])])
    if (!asset) throw new NotFoundError('The discussion')
    ctx.body = publicAsset(asset)
  })
  koa.put('/api/v1/assets/:id/settings', async ctx => {
    const { services } = privateState(ctx)
    await services.assets.updateSettings(
      String(ctx.params['id']),
      parseBody(z.record(z.string(), z.unknown()), await readJson(ctx)),
    )
    ctx.status = 204
  })
  koa.put('/api/v1/assets/:id/status', async ctx => {
    const { context, services } = privateState(ctx)
    await services.assets.updateStatus(String(ctx.params['id']), parseBody(status, await readJson(ctx)), context.user)
    ctx.status = 204
  })
  koa.get('/api/v2/stories', async ctx => {
    const { services } = privateState(ctx)
    const { value, filter, limit, cursor } = parseBody(stories, ctx.query)
    const { nodes, hasNextPage, startCursor, endCursor } = await services.assets.list({
      value,
      open: OPEN[filter],
      page: { limit, cursor: cursor ?? null, direction: -1 },
    })
    ctx.body = {
      edges: nodes.map(asset => ({ node: publicAsset(asset), cursor: cursorOf(asset) })),
      pageInfo: { startCursor, endCursor, hasNextPage },
    }
  })
}

/** The context of a request, whose answer no cache may store. */
function privateState(ctx: object) {
  const request = requestOf(ctx)
  const { context } = request.state
  request.set('Cache-Control', 'no-store')
  return { context, services: context.services }
}

const cursorOf = ({ created_at, id }: Asset) => encodeCursor([created_at, id])
