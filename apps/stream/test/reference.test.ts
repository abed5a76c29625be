import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attributeOf, OPTIONS } from '../src/embed/options.ts'
import { type EventName, TO_FRAME, TO_PAGE } from '../src/embed/protocol.ts'
import type { Handle } from '../src/embed/start.ts'

const PAGE = readFileSync(new URL('../../../docs/reference/embed.md', import.meta.url), 'utf8')

/** The cells of the rows of the table whose first head is this one, without the marks of code. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = PAGE.split(`\n| ${head} |`)
  return (table.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim().replaceAll('`', '')),
    )
}
const first = (head: string) => rowsOf(head).map(([cell]) => cell)

test('the table of options has each option with its attribute and its kind', () => {
  expect(rowsOf('option').map(([name, attribute, kind]) => [name, attribute, kind])).toEqual(
    Object.entries(OPTIONS).map(([name, kind]) => [name, attributeOf(name), kind]),
  )
})

test('the table of methods has each method of a stream', () => {
  const methods = {
    on: true,
    off: true,
    login: true,
    logout: true,
    remove: true,
    enablePluginsDebug: true,
    disablePluginsDebug: true,
  } satisfies Record<keyof Handle, true>
  expect(first('method').map(name => name?.replace(/\(.*/, ''))).toEqual(Object.keys(methods))
})

test('the table of events has each kind of name', () => {
  const names = [
    'mutation.<Operation>.begin',
    'mutation.<Operation>.success',
    'mutation.<Operation>.error',
    'query.<Operation>.loading',
    'query.<Operation>.ready',
    'query.<Operation>.error',
    'query.<Operation>.fetchMore.<Other>.begin',
    'query.<Operation>.fetchMore.<Other>.success',
    'query.<Operation>.fetchMore.<Other>.error',
    'subscription.<Operation>.data',
    'action.<ACTION>',
    'ui.<Component>.<what>',
    'plugin.<plugin>.<name>',
  ] as const satisfies readonly EventName[]
  expect(first('event')).toEqual(names)
})

test('the tables of messages have each message', () => {
  expect(first('message to the page')).toEqual(Object.keys(TO_PAGE))
  expect(first('message to the frame')).toEqual(Object.keys(TO_FRAME))
})
