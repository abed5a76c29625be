import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { ANSWER_TIMES, type AnswerTimes, answersWithin } from '../src/index.ts'

/** A request that keeps what is declared for it. */
function request() {
  const declared: AnswerTimes[] = []
  return {
    declared,
    req: { [ANSWER_TIMES]: (times: AnswerTimes) => declared.push(times) } as unknown as IncomingMessage,
  }
}

test('declares the times of a request and lets it pass, for both kinds of route', async () => {
  const guard = answersWithin({ firstByte: 60_000, silence: null })
  const express = request()
  let passed = 0
  guard(express.req, {}, () => ++passed)
  const koa = request()
  await guard({ req: koa.req }, async () => ++passed)
  expect([passed, express.declared, koa.declared]).toEqual([
    2,
    [{ firstByte: 60_000, silence: null }],
    [{ firstByte: 60_000, silence: null }],
  ])
})

test('lets a request pass where nothing listens for times', () => {
  expect(answersWithin({ silence: 1 })({} as IncomingMessage, {}, () => 'next')).toBe('next')
})

test.each([0, -1, Number.NaN, 2 ** 31, '30s'])('%s is no time', time => {
  expect(() => answersWithin({ firstByte: time as number })).toThrow(
    /^answersWithin\(\{ firstByte: .*give milliseconds/,
  )
})
