import { describe, expect, test } from 'vitest'
import { type CoreContext, type Guard, needed, neededRoles, type UserRecord, type UserRole } from '../src/index.ts'

/** A caller of the platform, whose context decides about roles. */
const caller = (held: UserRole[] | null): Pick<CoreContext, 'user' | 'hasRole'> => ({
  user: held && ({ id: 'u1' } as UserRecord),
  hasRole: (...roles) => held !== null && roles.some(role => held.includes(role)),
})

/** The status a guard refuses with, or 200; asked the Express way and the koa way, which must agree. */
async function asked(
  by: UserRole[] | Guard,
  context: Pick<CoreContext, 'user' | 'hasRole'> | undefined,
): Promise<number> {
  const guard = typeof by === 'function' ? by : needed(...by)
  const request = context ? { context } : {}
  const express = await new Promise<unknown>(resolve => {
    guard(request, {}, resolve)
  })
  const koa = await Promise.resolve()
    .then(() => guard({ state: request }, async () => 'passed'))
    .catch((error: unknown) => error)
  const [first, second] = [express ?? 'passed', koa].map(answer =>
    answer === 'passed' ? 200 : (answer as { status: number }).status,
  )
  if (first !== second) throw new Error(`Express got ${first}, koa ${second}`)
  return first!
}

describe('needed', () => {
  test.each<[string, UserRole[], Pick<CoreContext, 'user' | 'hasRole'> | undefined, number]>([
    ['an anonymous reader', ['ADMIN'], caller(null), 401],
    ['a request before its caller is identified', ['ADMIN'], undefined, 401],
    ['the role', ['ADMIN'], caller(['ADMIN']), 200],
    ['one of several roles', ['ADMIN', 'STAFF'], caller(['STAFF']), 200],
    ['another role', ['ADMIN'], caller(['STAFF']), 403],
    ['a user without any role', [], caller([]), 403],
  ])('%s', async (_case, roles, context, status) => {
    expect(await asked(roles, context)).toBe(status)
  })

  test.each<[UserRole, number[]]>([
    ['ADMIN', [200, 403, 403, 403]],
    ['MODERATOR', [200, 200, 403, 403]],
    ['STAFF', [200, 200, 200, 403]],
    ['COMMENTER', [200, 200, 200, 200]],
  ])('atLeast lets in the role and stronger ones: %s', async (role, statuses) => {
    const held: UserRole[] = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER']
    // The context of a signed-in user passes an empty list of roles.
    const one = (each: UserRole) => ({
      ...caller([each]),
      hasRole: (...roles: UserRole[]) => roles.length === 0 || roles.includes(each),
    })
    expect(await Promise.all(held.map(each => asked(needed.atLeast(role), one(each))))).toEqual(statuses)
    expect(await asked(needed.atLeast(role), caller(null))).toBe(401)
    expect(() => needed.atLeast('KING' as UserRole)).toThrow(/atLeast\(KING\).*known are ADMIN, MODERATOR/)
  })

  test('says which roles it asks for', () => {
    expect([needed('ADMIN', 'STAFF'), needed(), () => {}, null].map(neededRoles)).toEqual([
      ['ADMIN', 'STAFF'],
      [],
      null,
      null,
    ])
  })

  test('a role that does not exist fails where it is written, not when it is asked [R21]', () => {
    expect(() => needed('KING' as UserRole)).toThrow(/KING.*known are ADMIN, MODERATOR/)
  })
})
