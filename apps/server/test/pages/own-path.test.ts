import { describe, expect, test } from 'vitest'
import { ownPath } from '../../src/request/own-path.ts'

const config = { rootUrl: 'https://root.tld', rootPath: '' }
const mounted = { rootUrl: 'https://root.tld/talk', rootPath: '/talk' }

describe('what is no path of this site leads to the start page [O02]', () => {
  test.each([
    '//evil',
    '/\\evil',
    '\\/evil',
    '\\\\evil',
    '///evil',
    '/.//evil',
    '/..//evil',
    '/%09/evil',
    '/%2f/evil',
    '/%5Cevil',
    'http:evil',
    'https:/evil',
    'https:evil',
    'http\\://evil',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://root.tld.evil',
    'https://evilroot.tld',
    'https://root.tld@evil',
    'https://root.tld:443@evil',
    '?x#//evil',
    '/x\r\nSet-Cookie: a=b',
    '/%0d%0aSet-Cookie:a=b',
    '/\t/evil',
    '/\n/evil',
    '\u3002evil',
    '//evil\u3002tld',
    ' //evil',
    '',
    `/${'x'.repeat(5_000)}`,
    'https://root.tld/',
    null,
    undefined,
  ])('%j', candidate => {
    expect(ownPath(candidate, config)).toBe('/')
    expect(ownPath(candidate, mounted)).toBe('/talk/')
  })
})

test('a path of this site is kept, with its query and fragment, in its serialised form', () => {
  expect(ownPath('/discussions/1?sort=oldest&x=ü#c-2', config)).toBe('/discussions/1?sort=oldest&x=%C3%BC#c-2')
  expect(ownPath('/a/../b', config)).toBe('/b')
  expect(ownPath('/x?next=//evil', config)).toBe('/x?next=//evil')
})

test('below a mount path nothing outside of it is ours', () => {
  expect(ownPath('/talk/discussions/1', mounted)).toBe('/talk/discussions/1')
  expect(ownPath('/talk', mounted)).toBe('/talk')
  expect(ownPath('/talkative', mounted)).toBe('/talk/')
  expect(ownPath('/talk/../elsewhere', mounted)).toBe('/talk/')
})
