import { describe, expect, test } from 'vitest'
import { needed, type User, type UserRole } from '../src/index.ts'

function user(roles: UserRole[], status: { banned?: boolean; until?: Date | null } = {}): User {
  const now = new Date(0)
  return {
    id: 'u1', created_at: now, updated_at: now, username: 'ada', lowercaseUsername: 'ada', roles, profiles: [], ignoresUsers: [], action_counts: {}, tags: [], tokens: [], metadata: {},
    status: {
      username: { status: 'SET', history: [] }, alwaysPremod: { status: false, history: [] },
      banned: { status: status.banned ?? false, history: [] }, suspension: { until: status.until ?? null, history: [] },
    },
  }
}

/** The status a guard refuses with, or 200; asked the Express way and the koa way, which must agree. */
async function asked(roles: UserRole[], who: User | null): Promise<number> {
  const guard = needed(...roles)
  const express = await new Promise<unknown>(resolve => { guard({ user: who }, {}, resolve) })
  const koa = await Promise.resolve().then(() => guard({ state: { user: who } }, async () => 'passed')).catch((error: unknown) => error)
  const [first, second] = [express ?? 'passed', koa].map(answer => answer === 'passed' ? 200 : (answer as { status: number }).status)
  if (first !== second) throw new Error(`Express got ${first}, koa ${second}`)
  return first!
}

const hour = 3_600_000

describe('needed', () => {
  test.each<[string, UserRole[], User | null, number]>([
    ['nobody', ['ADMIN'], null, 401],
    ['the role', ['ADMIN'], user(['ADMIN']), 200],
    ['one of several roles', ['ADMIN', 'STAFF'], user(['COMMENTER', 'STAFF']), 200],
    ['another role', ['ADMIN'], user(['STAFF']), 403],
    ['no role asked for, somebody', [], user([]), 200],
    ['no role asked for, nobody', [], null, 401],
    ['a banned admin', ['ADMIN'], user(['ADMIN'], { banned: true }), 403],
    ['a suspended admin', ['ADMIN'], user(['ADMIN'], { until: new Date(Date.now() + hour) }), 403],
    ['an admin whose suspension is over', ['ADMIN'], user(['ADMIN'], { until: new Date(Date.now() - hour) }), 200],
  ])('%s', async (_case, roles, who, status) => {
    expect(await asked(roles, who)).toBe(status)
  })

  test('a role that does not exist fails where it is written, not when it is asked', () => {
    expect(() => needed('KING' as UserRole)).toThrow(/KING.*known are ADMIN, MODERATOR/)
  })
})
