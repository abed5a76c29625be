import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkManifest, definePlugin, MANIFEST, nearestName } from '../src/index.ts'

const good = { name: 'likes', sdk: '^1.0', contract: 1 }
const found = (change: object) =>
  checkManifest({ ...good, ...change }).map(({ key, message, fix }) => `${key} ${message}; ${fix}`)

test('a manifest that definePlugin made has no problems', () => {
  const plugin = definePlugin({
    name: '@people/platform-plugin-likes',
    version: '1.0.0',
    sdk: '^1.0',
    requires: { notifier: '^2.0' },
    optional: { 'platform-plugin-counts': '1.x' },
    order: { before: ['a'], after: ['b'] },
    capabilities: ['http.routes'],
    config: z.object({ token: z.string() }),
    secrets: ['token'],
  })
  expect(checkManifest(plugin[MANIFEST])).toEqual([])
})

describe('names', () => {
  test.each([
    '',
    'Likes',
    '../likes',
    'a/b',
    'a..b',
    '/likes',
    '.likes',
    '@scope',
    'a b',
    'x'.repeat(215),
    7,
    undefined,
  ])('%j is refused', name => {
    expect(found({ name })).toEqual([expect.stringMatching(/^name is .*use a package name/)])
  })
  test('a hostile name is not printed at length', () => {
    expect(found({ name: '/'.repeat(10_000) })[0]!.length).toBeLessThan(300)
  })
})

describe('the contract range', () => {
  test.each([
    ['', /fits every contract/],
    ['*', /fits every contract/],
    ['x', /fits every contract/],
    ['>=1', /fits every contract/],
    ['>1.2', /fits every contract/],
    ['^1.0 || >=3', /fits every contract/],
    ['<2', /begins before 1\.0\.0/],
    ['^0.9', /begins before/],
    ['latest', /no range of versions/],
    ['one', /no range of versions/],
  ])('%j is refused', (sdk, reason) => {
    expect(found({ sdk })).toEqual([expect.stringMatching(reason)])
    expect(found({ sdk })[0]).toMatch(/like "\^1\.0"/)
  })
  test('a manifest without a range is refused', () => {
    expect(found({ sdk: undefined })).toEqual([expect.stringMatching(/^sdk is missing; say which versions/)])
  })
  test.each(['^1', '^1.2', '~1.2.3', '1.x', '1.2.3', '>=1.2 <3', '^1.2 || ^2.0', '1.0 - 1.4'])(
    '%j is accepted',
    sdk => {
      expect(found({ sdk })).toEqual([])
    },
  )
})

describe('other keys', () => {
  test.each([
    [{ require: {} }, /^require is no key of a manifest; did you mean requires\?$/],
    [{ colour: 'red' }, /^colour is no key of a manifest; the keys are name, version/],
    [{ requires: { notifier: 'new' } }, /^requires\.notifier is "new", which is no range/],
    [{ optional: { notifier: 2 } }, /^optional\.notifier is 2, which is no range/],
    [{ requires: { '../up': '^1.0' } }, /^requires\.\.\.\/up is "\.\.\/up"; use a package name/],
    [{ requires: ['notifier'] }, /^requires is a list, expected names and ranges/],
    [{ order: ['a'] }, /^order is a list/],
    [{ order: { behind: [] } }, /^order\.behind is no key of order/],
    [{ order: { after: 'a' } }, /^order\.after is "a", expected a list/],
    [
      { capabilities: ['http.route'] },
      /^capabilities has "http\.route", which is no capability; did you mean http\.routes\?$/,
    ],
    [{ capabilities: ['everything'] }, /they are http\.routes, /],
    [{ capabilities: 'http.routes' }, /^capabilities is "http\.routes", expected a list/],
    [{ config: { max: 1 } }, /^config is an object, which is no Standard Schema/],
    [{ secrets: ['a', 1] }, /^secrets is a list, expected a list of paths/],
    [{ secrets: ['token'] }, /^secrets names "token", and there is no config; give a schema/],
    [{ version: 1 }, /^version is 1, expected a text/],
    [{ contract: undefined }, /^contract is undefined, expected 1/],
  ])('%j', (change, problem) => {
    expect(found(change)).toEqual([expect.stringMatching(problem)])
  })

  test('a shape of hook object from the future asks for a newer server', () => {
    expect(checkManifest({ ...good, contract: 2 })).toEqual([
      {
        code: 'PLUGIN_SDK_MISMATCH',
        key: 'contract',
        message: 'is 2, and this server knows 1',
        fix: 'update the server',
      },
    ])
  })
  test('all problems are reported together', () => {
    expect(found({ name: 'A', sdk: '*', capabilities: ['x'], requires: { b: '', c: 'no' } })).toHaveLength(4)
  })
  test.each([null, undefined, 'likes', [], 7])('%j instead of a manifest is one problem', value => {
    expect(checkManifest(value)).toHaveLength(1)
  })
})

describe('nearestName', () => {
  test.each([
    ['resolver', 'resolvers'],
    ['typedefs', 'typeDefs'],
    ['SORT', 'Sort'],
    ['tag', 'tags'],
    ['zzz', undefined],
    ['x'.repeat(5_000), undefined],
  ])('%s', (written, meant) => {
    expect(nearestName(written, ['resolvers', 'typeDefs', 'Sort', 'tags'])).toBe(meant)
  })
})
