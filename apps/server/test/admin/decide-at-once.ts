import type { Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { expect } from 'vitest'
import type { Visited } from '../pages/browser.ts'
import { type Desk, openDesk } from './desk.ts'

/** How many decisions are made between two openings of the queue. */
const AT_A_TIME = 10
/** How long before a decision both browsers are told its time. Milliseconds. */
const AHEAD = 60

/** Two moderators, each at a server, which may be the same one, decide in the same instant again and again. */
export async function expectOneIsTold(one: Visited, other: Visited, times: number): Promise<void> {
  const { platform } = one
  await platform.services.settings.update({ moderation: 'PRE' })
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  const moderators = [
    await platform.createUser({ roles: ['MODERATOR'], username: 'Ada' }),
    await platform.createUser({ roles: ['MODERATOR'], username: 'Grace' }),
  ] as [TestUser, TestUser]
  const stored = platform.services.docstore.collection<Comment>('comments')
  for (let first = 0; first < times; first += AT_A_TIME) {
    const texts = Array.from({ length: AT_A_TIME }, (_, n) => `Number ${first + n}.`)
    for (const body of texts) await platform.createComment({ asset, author, body })
    const open = (at: Visited, user: TestUser) =>
      openDesk(at, user, `/admin/moderate/premod/${asset.id}`, { viewport: { width: 1_000, height: 4_000 } })
    await using ada = await open(one, moderators[0])
    await using grace = await open(other, moderators[1])
    const desks = [ada, grace]
    for (const desk of desks) await desk.card(texts[0]!).waitFor()
    for (const text of texts) {
      const at = Date.now() + AHEAD
      await Promise.all(desks.map(desk => approveAt(desk, text, at)))
      // The card of the moderator who came second stays, and says whose decision counts.
      const told = async () => {
        const notes = await Promise.all(desks.map(desk => desk.card(text).locator('.decided').allTextContents()))
        const left = await Promise.all(desks.map(desk => desk.card(text).count()))
        return [
          left.reduce((sum, count) => sum + count),
          notes.flat().map(note => note.split(' ').slice(0, 3).join(' ')),
        ]
      }
      const { status_history: history } = (await expect
        .poll(() => stored.findOne({ body: text, status: 'ACCEPTED' }))
        .not.toBeNull()
        .then(() => stored.findOne({ body: text })))!
      const decisions = history.filter(({ assigned_by: by }) => by !== null)
      expect([text, decisions.length]).toEqual([text, 1])
      const winner = decisions[0]?.assigned_by === moderators[0].user.id ? 'Ada' : 'Grace'
      await expect.poll(told).toEqual([1, [`Approved by ${winner}`]])
    }
  }
  expect([...one.complaints, ...other.complaints]).toEqual([])
}

/** Presses the button of a card at a time of the clock. */
async function approveAt(desk: Desk, text: string, at: number): Promise<void> {
  await desk
    .card(text)
    .getByRole('button', { name: 'Approve' })
    .evaluate(
      (button: HTMLElement, at) =>
        new Promise<void>(pressed => {
          setTimeout(() => {
            button.click()
            pressed()
          }, at - Date.now())
        }),
      at,
    )
}
