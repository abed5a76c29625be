import { describe, expect, test } from 'vitest'
import { parseCookies, type TokenPlaces, tokenLookup } from '../src/index.ts'

const NAMES = ['sso', 'authorization', 'signing']
const lookup = tokenLookup({ cookieNames: NAMES })

/** The places in the seed's order, each with a token of another user. */
const PLACES = [...NAMES, 'query', 'header'] as const

function placesWith(present: (place: string) => string | undefined): TokenPlaces {
  const cookies = new Map(NAMES.flatMap(name => (present(name) === undefined ? [] : [[name, present(name) ?? '']])))
  const header = present('header')
  return {
    cookies,
    accessToken: present('query'),
    authorization: header === undefined ? undefined : `Bearer ${header}`,
  }
}

describe('the first token present decides [J25, J26]', () => {
  const combinations = Array.from({ length: 2 ** PLACES.length }, (_, bits) =>
    PLACES.filter((_place, index) => bits & (1 << index)),
  )

  test.each(combinations.map(places => [places.join(' + ') || 'nowhere', places] as const))('%s', (_, places) => {
    const first = places[0]
    const found = lookup(placesWith(place => (places.includes(place) ? `token of ${place}` : undefined)))
    if (first === undefined) expect(found).toBeNull()
    else if (first === 'query' || first === 'header')
      expect(found).toEqual({ token: `token of ${first}`, source: first })
    else expect(found).toEqual({ token: `token of ${first}`, source: 'cookie', cookieName: first })
  })

  test('a bad one first is still the one', () => {
    expect(lookup(placesWith(place => (place === 'sso' ? 'rubbish' : 'a.b.c')))).toMatchObject({
      token: 'rubbish',
      cookieName: 'sso',
    })
  })

  test('empty cookies and an empty parameter count as absent', () => {
    expect(lookup({ cookies: new Map([['sso', '']]), accessToken: '', authorization: 'Bearer a' })).toEqual({
      token: 'a',
      source: 'header',
    })
  })

  test('cookies can be read through a function', () => {
    expect(lookup({ cookies: name => (name === 'signing' ? 'a' : undefined) })).toEqual({
      token: 'a',
      source: 'cookie',
      cookieName: 'signing',
    })
  })
})

describe('the Authorization header [J18]', () => {
  test.each<[string, string | null]>([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer  abc', ' abc'],
    ['Bearer\tabc', '\tabc'],
    ['Bearer', ''],
    ['Bearer ', ''],
    ['Bearer a b', 'a b'],
    ['Basic dXNlcjpwYXNz', null],
    ['Bearerabc', null],
    ['abc', null],
    ['', null],
  ])('%j', (authorization, token) => {
    expect(lookup({ authorization })?.token ?? null).toBe(token)
  })

  test.each<[string, TokenPlaces]>([
    ['two headers', { authorization: ['Bearer a', 'Bearer b'] }],
    ['two parameters', { accessToken: ['a', 'b'] }],
    ['two headers behind a cookie', { cookies: new Map([['sso', 'a']]), authorization: ['Bearer a', 'Bearer a'] }],
  ])('%s are a bad request', (_, places) => {
    expect(() => lookup(places)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  })

  test('one value in an array is one value', () => {
    expect(lookup({ authorization: ['Bearer a'] })).toEqual({ token: 'a', source: 'header' })
    expect(lookup({ authorization: [] })).toBeNull()
  })
})

test.each(['', ' a', 'a b', 'a;b', 'a=b', 'a,b', 'ä', 'a\n'])('%j is not a name for a cookie [J27]', name => {
  expect(() => tokenLookup({ cookieNames: ['ok', name] })).toThrow(
    expect.objectContaining({ code: 'COOKIE_NAME_INVALID' }),
  )
})

describe('parseCookies', () => {
  test('values are decoded and names are not changed', () => {
    expect([...parseCookies('a=1; b=x%20y; c="q"; __Host-d=%ZZ')]).toEqual([
      ['a', '1'],
      ['b', 'x y'],
      ['c', '"q"'],
      ['__Host-d', '%ZZ'],
    ])
  })

  test('of a repeated name the first counts', () => {
    expect(parseCookies('a=first; a=second').get('a')).toBe('first')
  })

  test('__proto__ is a name like any other', () => {
    const cookies = parseCookies('__proto__=x; constructor=y')
    expect(cookies.get('__proto__')).toBe('x')
    expect(cookies.get('toString')).toBeUndefined()
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  test('no header and a header beyond 16 KiB have none', () => {
    expect(parseCookies(undefined).size).toBe(0)
    expect(parseCookies('').size).toBe(0)
    expect(parseCookies(`a=1; b=${'x'.repeat(16 * 1024)}`).size).toBe(0)
  })
})
