import { GraphQLObjectType, GraphQLSchema, GraphQLString, graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { CursorScalar, DateScalar, MAX_CURSOR_BYTES } from '../src/index.ts'

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      date: { type: DateScalar },
      cursor: { type: CursorScalar },
      seen: {
        type: GraphQLString,
        args: { date: { type: DateScalar }, cursor: { type: CursorScalar } },
        resolve: (_root, { date, cursor }) =>
          JSON.stringify(date === undefined ? [typeof cursor, cursor] : [date instanceof Date, date]),
      },
    },
  }),
})

/** What a resolver sees of an argument, given as a variable. */
async function asVariable(type: 'Date' | 'Cursor', value: unknown) {
  const name = type.toLowerCase()
  return seen(
    await graphql({ schema, source: `query ($v: ${type}) { seen(${name}: $v) }`, variableValues: { v: value } }),
  )
}

/** The same, written into the query. */
async function asLiteral(type: 'Date' | 'Cursor', literal: string) {
  return seen(await graphql({ schema, source: `{ seen(${type.toLowerCase()}: ${literal}) }` }))
}

function seen({ data, errors }: Awaited<ReturnType<typeof graphql>>): unknown {
  if (errors !== undefined) return errors.map(({ extensions }) => extensions['code'])
  return JSON.parse(String(data?.['seen']))
}

async function output(field: 'date' | 'cursor', value: unknown): Promise<unknown> {
  const { data, errors } = await graphql({ schema, source: `{ ${field} }`, rootValue: { [field]: value } })
  return errors === undefined ? data?.[field] : errors.map(({ extensions }) => extensions['code'] ?? 'an error')
}

const REFUSED = ['BAD_USER_INPUT']

describe('Date', () => {
  const accepted = [
    ['2024-05-31T12:30:00.000Z', '2024-05-31T12:30:00.000Z'],
    ['2024-05-31T12:30:00Z', '2024-05-31T12:30:00.000Z'],
    ['2024-05-31T12:30Z', '2024-05-31T12:30:00.000Z'],
    ['2024-05-31T12:30:00.123456789Z', '2024-05-31T12:30:00.123Z'],
    ['2024-05-31T14:30:00+02:00', '2024-05-31T12:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]
  test.each(accepted)('takes %s', async (text, iso) => {
    expect(await asVariable('Date', text)).toEqual([true, iso])
    expect(await asLiteral('Date', JSON.stringify(text))).toEqual([true, iso])
  })

  const refused = [
    '',
    ' ',
    'Invalid',
    'now',
    '2024',
    '2024-05',
    '2024-5-1',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-05-31 12:30:00Z',
    '2024-05-31T12:30:00',
    '2024-05-31T24:00:00Z',
    '2024-05-31T25:00:00Z',
    '2024-05-31T12:60:00Z',
    '2024-05-31T12:30:60Z',
    '2024-05-31T12:30:00+99:00',
    '+275761-01-01',
    '-000001-01-01T00:00:00Z',
    '2024-05-31T12:30:00Z\n',
    'Fri, 31 May 2024 12:30:00 GMT',
    '1717158600000',
    `2024-05-31T12:30:00.${'0'.repeat(10_000)}Z`,
  ]
  test.each(refused)('refuses %j', async text => {
    expect(await asVariable('Date', text)).toEqual(REFUSED)
    expect(await asLiteral('Date', JSON.stringify(text))).toEqual(REFUSED)
  })

  test.each([[0], [1717158600000], [1.5], [true], [[]], [{}], [{ $gt: '' }]])(
    'refuses the variable %j',
    async value => {
      expect(await asVariable('Date', value)).toEqual(REFUSED)
    },
  )

  test.each(['0', '1717158600000', '1.5', 'true', 'NOW', '["2024-05-31"]', '{ a: 1 }'])(
    'refuses the literal %s',
    async literal => {
      expect((await asLiteral('Date', literal)) as string[]).toContain('BAD_USER_INPUT')
    },
  )

  test('null means no date', async () => {
    expect(await asVariable('Date', null)).toEqual([false, null])
    expect(await asLiteral('Date', 'null')).toEqual([false, null])
  })

  test.each([
    [new Date(Date.UTC(2024, 4, 31)), '2024-05-31T00:00:00.000Z'],
    ['2024-05-31T02:00:00+02:00', '2024-05-31T00:00:00.000Z'],
    [Date.UTC(2024, 4, 31), '2024-05-31T00:00:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
  ])('answers %j as ISO-8601 in UTC', async (value, iso) => {
    expect(await output('date', value)).toBe(iso)
  })

  test.each([[new Date(Number.NaN)], ['tomorrow'], [Number.NaN], [true], [{}]])('does not answer %j', async value => {
    expect(await output('date', value)).toEqual(['an error'])
  })
})

describe('Cursor', () => {
  const longest = 'ü'.repeat(MAX_CURSOR_BYTES / 2)

  test.each([['abc'], ['2024-05-31T12:30:00.000Z'], ['10'], [longest]])('keeps the text %j', async text => {
    expect(await asVariable('Cursor', text)).toEqual(['string', text])
    expect(await asLiteral('Cursor', JSON.stringify(text))).toEqual(['string', text])
  })

  test.each([[0], [10], [Number.MAX_SAFE_INTEGER]])('keeps the integer %d a number', async offset => {
    expect(await asVariable('Cursor', offset)).toEqual(['number', offset])
    expect(await asLiteral('Cursor', String(offset))).toEqual(['number', offset])
  })

  test.each([[-1], [1.5], [2 ** 53], [true], [{}], [[]], [{ $gt: 0 }], [`${longest}x`]])(
    'refuses the variable %j',
    async value => {
      expect(await asVariable('Cursor', value)).toEqual(REFUSED)
    },
  )

  test.each(['-1', '1.5', '9007199254740992', '9'.repeat(400), 'true', 'FIRST', '{ a: 1 }', '[1, 2]', `"${longest}x"`])(
    'refuses the literal %s',
    async literal => {
      expect((await asLiteral('Cursor', literal)) as string[]).toContain('BAD_USER_INPUT')
    },
  )

  test.each([
    ['abc', 'abc'],
    [0, 0],
    [20, 20],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
  ])('answers %j', async (value, answer) => {
    expect(await output('cursor', value)).toBe(answer)
  })

  test.each([[{}], [true], [Number.NaN], [new Date(Number.NaN)]])('does not answer %j', async value => {
    expect(await output('cursor', value)).toEqual(['an error'])
  })
})
