import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AdminComment, createComments } from '../src/app/comments.ts'
import { createFeed } from '../src/app/feed.ts'
import type { Graph } from '../src/browser/graph.ts'
import type { Live } from '../src/browser/live.ts'
import { CommentsAgain, RejectedComments } from '../src/documents/generated.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const comment = (status: string) => ({ id: 'first', status }) as AdminComment

/** A feed whose events and answers a test gives, and the statuses of which it tells its listeners. */
function startFeed() {
  const followed = new Map<unknown, (result: object) => void>()
  const answers: ((comment: AdminComment) => void)[] = []
  const live = { follow: (document: unknown, _: object, heard: never) => followed.set(document, heard) }
  const ask = (document: unknown) => {
    expect(document).toBe(CommentsAgain)
    return new Promise(resolve => answers.push(found => resolve({ data: { commentsById: [found] } })))
  }
  const comments = createComments()
  comments.put(comment('NONE'))
  const feed = createFeed({ live: live as never as Live, graph: { ask } as never as Graph, comments })
  const told: string[] = []
  feed.listen(news => told.push(...news.map(({ comment: { status } }) => status)))
  return {
    feed,
    comments,
    told,
    answers,
    rejected: () => followed.get(RejectedComments)?.({ commentRejected: comment('REJECTED') }),
  }
}

test('a comment that an event changes while it is read again is read once more', async () => {
  const { feed, comments, told, answers, rejected } = startFeed()
  feed.readAgain('first')
  await vi.advanceTimersByTimeAsync(1_000)
  rejected()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([told, comments.find('first')?.value.status]).toEqual([['REJECTED'], 'REJECTED'])
  answers[0]?.(comment('ACCEPTED'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([told, answers.length]).toEqual([['REJECTED'], 2])
  answers[1]?.(comment('REJECTED'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([told, answers.length]).toEqual([['REJECTED', 'REJECTED'], 2])
})

test('a comment that is to be read again during the request is read after it', async () => {
  const { feed, told, answers } = startFeed()
  feed.readAgain('first')
  await vi.advanceTimersByTimeAsync(1_000)
  feed.readAgain('first')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(answers.length).toBe(1)
  answers[0]?.(comment('ACCEPTED'))
  await vi.advanceTimersByTimeAsync(1_000)
  answers[1]?.(comment('PREMOD'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([told, answers.length]).toEqual([['PREMOD'], 2])
})
