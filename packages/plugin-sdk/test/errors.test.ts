import { describe, expect, test } from 'vitest'
import {
  AlreadyExistsError,
  BadUserInputError,
  NotAuthorizedError,
  NotFoundError,
  PlatformError,
} from '../src/index.ts'

describe('the error family', () => {
  test.each([
    [new PlatformError('POLL_CLOSED', 'This poll ended', { status: 409 }), 'POLL_CLOSED', 409],
    [new PlatformError('ODD', 'Odd'), 'ODD', 400],
    [new NotAuthorizedError(), 'NOT_AUTHORIZED', 403],
    [new NotAuthorizedError('Sign in first', { status: 401 }), 'NOT_AUTHORIZED', 401],
    [new NotFoundError('The poll'), 'NOT_FOUND', 404],
    [new AlreadyExistsError({ id: '1' }), 'ALREADY_EXISTS', 409],
    [new BadUserInputError('Too few'), 'BAD_USER_INPUT', 400],
  ])('%s', (error, code, status) => {
    expect(error).toBeInstanceOf(PlatformError)
    expect([error.code, error.translation_key, error.status]).toEqual([code, code, status])
    expect(error.name).toBe(error.constructor.name)
  })

  test('keep facts for clients, and the cause', () => {
    const cause = new Error('inner')
    const error = new BadUserInputError('Too long', { metadata: { max: 10 }, cause })
    expect([error.metadata, error.cause]).toEqual([{ max: 10 }, cause])
    expect(new AlreadyExistsError({ id: '1' }).metadata).toEqual({ existing: { id: '1' } })
    expect('cause' in new PlatformError('ODD', 'Odd')).toBe(false)
  })

  test('errors of another copy of the package are recognised, others are not', async () => {
    const specifier = '../src/errors.ts?another-copy'
    const copy = (await import(specifier)) as typeof import('../src/errors.ts')
    expect(copy.PlatformError).not.toBe(PlatformError)
    expect(new copy.NotFoundError()).toBeInstanceOf(PlatformError)
    for (const other of [new Error('x'), { code: 'NOT_FOUND' }, null, 'NOT_FOUND'])
      expect(other instanceof PlatformError).toBe(false)
  })

  test('an error is an instance of its own class only', () => {
    expect(new NotFoundError() instanceof NotAuthorizedError).toBe(false)
    expect(new NotFoundError()).toBeInstanceOf(NotFoundError)
  })
})
