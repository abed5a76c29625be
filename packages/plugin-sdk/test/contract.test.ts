import { parse } from 'semver'
import { describe, expect, test } from 'vitest'
import { CONTRACT, fitOfContract, fitsContract } from '../src/index.ts'

test('this contract is a release and fits the range the documentation teaches', () => {
  expect(parse(CONTRACT)?.prerelease).toEqual([])
  expect(fitsContract('^1.0')).toBe(true)
})

describe.each([
  ['1.0.0', '^1.0', true, null],
  ['1.4.2', '^1.2', true, null],
  ['1.4.2', '1.x', true, null],
  ['1.4.2', '>=1.2 <3', true, null],
  ['2.1.0', '^1.2 || ^2.0', true, null],
  ['1.0.0', '^1.2', false, /update the server/],
  ['1.4.2', '^2.0', false, /update the server/],
  ['2.0.0', '^1.2', false, /update the plugin/],
  ['1.4.2', '~1.2.0', false, /update the plugin/],
  ['1.4.2', 'latest', false, /"latest" is no range/],
  // Release candidates: the release they stand for, and the plugins of the version before.
  ['2.0.0-rc.1', '^2.0', true, null],
  ['2.0.0-rc.1', '^2.0.0', true, null],
  ['1.3.0-rc.1', '^1.2', true, null],
  ['2.0.0-rc.1', '^1.2', true, /release candidate/],
  ['2.0.0-rc.1', '^2.1', false, /update the server/],
  ['3.0.0-rc.1', '^1.2', false, /update the plugin/],
])('contract %s and sdk %s', (contract, range, fits, advice) => {
  test(fits ? 'go together' : 'do not go together', () => {
    const found = fitOfContract(range, contract)
    expect([found.fits, fitsContract(range, contract)]).toEqual([fits, fits])
    if (advice) expect(found.advice).toMatch(advice)
    else expect(found.advice).toBeNull()
  })
})
