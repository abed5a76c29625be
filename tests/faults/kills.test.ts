import { expect, test } from 'vitest'
import { killAt } from './kills.ts'
import {
  ANSWERS_BEFORE_COMMIT,
  KEEPS_FLAGS,
  LOSES_FLAGS,
  LOSES_KARMA,
  MOVES_KARMA_TWICE,
  TAKES_ANOTHER_AUTHOR,
} from './mutations.ts'

test('without a fault nothing is lost, nothing is there twice, and every counter is right', async () => {
  // In the third round a flag is taken back.
  expect(await killAt([], { rounds: 3 })).toEqual({ kills: 0, wrong: [] })
})

test('a server that is killed before or after a write loses nothing that it acknowledged, and does nothing twice [K19]', {
  timeout: 60_000,
}, async () => {
  expect(await killAt([0, 17])).toEqual({ kills: 2, wrong: [] })
})

test('the check finds a server that acknowledges before it commits', { timeout: 60_000 }, async () => {
  const { wrong } = await killAt([0], { mutation: ANSWERS_BEFORE_COMMIT, tells: false })
  expect(wrong).toContainEqual(expect.stringMatching(/^another status/))
})

test.each([
  ['loses the karma of a decision', LOSES_KARMA, 0],
  ['moves the karma of a decision twice', MOVES_KARMA_TWICE, 2],
] as const)('the check finds a server that %s', async (_name, mutation, times) => {
  const { wrong } = await killAt([], { mutation, tells: false })
  expect(wrong.toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^comment karma: .* has ${times}, and decisions give 1$`)),
    expect.stringMatching(new RegExp(`^flag karma: .* has ${0 - times}, and decisions give -1$`)),
  ])
})

test.each([
  ['answers a flag that it does not store', LOSES_FLAGS, 1, /^lost: the flag of /],
  ['keeps a flag that was taken back', KEEPS_FLAGS, 3, /^not taken back: the flag of /],
  ['stores a reply under another author', TAKES_ANOTHER_AUTHOR, 1, /^another author: /],
] as const)('the check finds a server that %s', async (_name, mutation, rounds, fault) => {
  const { wrong } = await killAt([], { mutation, rounds, tells: false })
  expect(wrong).toContainEqual(expect.stringMatching(fault))
})
