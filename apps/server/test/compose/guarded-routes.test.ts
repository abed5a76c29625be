import { createTestPlatform } from '@platform/plugin-testing'
import express from 'express'
import { expect, test } from 'vitest'
import { named } from './named.ts'

const AT = '/api/v1/polls'
const answer = (_req: unknown, res: { json(body: object): void }) => res.json({ polls: 1 })
const answerKoa = (ctx: { body: unknown }) => {
  ctx.body = { polls: 1 }
}

test('each path and method that one call mounts has a row of its own', async () => {
  const within = express.Router().get('/votes', answer)
  const polls = named('polls', {
    permissions: Object.fromEntries(
      ['GET /one', 'GET /three', 'GET /four/votes', 'GET /second/votes', 'USE /used', 'POST /posted', 'ALL /any'].map(
        row => [row.replace(' ', ` ${AT}`), 'SIGNED_IN'],
      ),
    ),
    router: (router: any) => {
      router.get([`${AT}/one`, `${AT}/two`], answer)
      router
        .route([`${AT}/three`, `${AT}/open`])
        .get(answer)
        .post(answer)
      router.use([`${AT}/four`, `${AT}/five`], within)
      router.use(`${AT}/second`, within)
      router.use([`${AT}/used`, `${AT}/free`], answer)
      router.koa.register(`${AT}/posted`, ['GET', 'POST'], answerKoa)
      router.koa.all(`${AT}/any`, answerKoa)
    },
  })
  await using platform = await createTestPlatform({
    plugins: [polls],
    env: { PLATFORM_ROOT_URL: 'https://comments.example/below/', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
  })
  const statusOf = async (request: string) => {
    const [method = '', path] = request.split(' ')
    return (await platform.http(`/below${AT}/${path}`, { method })).status
  }
  const refused = ['GET one', 'HEAD one', 'GET three', 'GET four/votes', 'GET second/votes', 'GET used', 'POST posted']
  for (const request of [...refused, 'GET any', 'DELETE any', 'HEAD any'])
    expect([request, await statusOf(request)]).toEqual([request, 401])
  for (const request of ['GET two', 'GET open', 'POST three', 'GET five/votes', 'GET free', 'GET posted'])
    expect([request, await statusOf(request)]).toEqual([request, 200])
})
