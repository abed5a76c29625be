import { describe, expect, test } from 'vitest'
import { type ExplicitPost, isShared, SHARED, shared } from '../src/index.ts'

describe('shared', () => {
  test('gives back the very function, marked: its name and number of parameters decide what it is', () => {
    const post = (_comment: unknown, _args: unknown, _context: object, _info: unknown, body: string) => body
    const marked: unknown = shared(post)
    expect(marked).toBe(post)
    expect([post.length, post.name, isShared(marked)]).toEqual([5, 'post', true])
  })
  test('marks the function so that every copy of the package sees it, but no list of keys does', () => {
    const marked = shared((comment: { body: string }) => comment.body)
    expect(SHARED).toBe(Symbol.for('@platform/shared'))
    expect([SHARED in marked, Object.getOwnPropertySymbols({ ...marked }).length]).toEqual([true, 0])
  })
  test('marks the function of an explicit post hook', () => {
    const post = { mode: 'transform', run: () => 1 } satisfies ExplicitPost
    expect(shared(post)).toBe(post)
    expect([isShared(post), isShared(post.run)]).toEqual([true, true])
  })
  test('may be called twice, also with a frozen function that is marked', () => {
    const marked = shared(() => 1)
    expect(isShared(shared(Object.freeze(marked)))).toBe(true)
  })
  test.each([[() => 1], [{ mode: 'observe', run: () => 1 }], [null], [undefined], ['shared']])(
    '%o is not marked by itself',
    hook => {
      expect(isShared(hook)).toBe(false)
    },
  )
})
