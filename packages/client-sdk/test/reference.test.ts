import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as sdk from '../src/index.ts'
import { FORMER_NAMES } from './fixtures/former-names.ts'

const page = readFileSync(new URL('../../../docs/reference/client-plugin.md', import.meta.url), 'utf8')

/** The rows of the tables below a heading, each as its cells. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(new RegExp(`^#{2,3} ${heading}$`, 'm'))
  return [...(section.split(/^#{2,3} /m)[0] ?? '').matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) => row.split(' | '))
}
/** The names in the first column below a heading, as they stand between marks of code. */
const namesBelow = (heading: string) => rowsBelow(heading).flatMap(([cell = '']) => codeIn(cell))
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

test.each(Object.entries(FORMER_NAMES))(
  '%s: the reference says what takes the place of each name',
  (section, names) => {
    const named = namesBelow(section)
    expect(names.filter(name => !named.includes(name))).toEqual([])
  },
)

test('the slots are those of the predecessor, and the reference has no other ones', () => {
  const slots = [...(FORMER_NAMES['Slots'] ?? [])].sort()
  expect([...sdk.SLOT_NAMES].sort()).toEqual(slots)
  expect(namesBelow('Slots').sort()).toEqual(slots)
})

test('the map of the reference shows each slot', () => {
  const [, map = ''] = /^## Where the slots are[\s\S]*?```text\n([\s\S]*?)```/m.exec(page) ?? []
  const shown = sdk.SLOT_NAMES.filter(name => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(map))
  expect(shown).toEqual(sdk.SLOT_NAMES)
})

test('the reference has each component and function that plugins import, and no other one', () => {
  const documented = namesBelow('Exports')
  /** What only the stream, the pages and the admin panel use to show client parts. */
  const inner = [
    'SlotHostContext',
    'PartContext',
    'useSlotHost',
    'usePart',
    'actionsOf',
    'textOf',
    'refusalOf',
    'entriesOf',
    'placedIn',
  ]
  const more = [
    'configOf',
    'isDrawn',
    'beginConfig',
    'checkConfig',
    'tabNameOf',
    'tabTagOf',
    'changesTag',
    'queuesOf',
    'commentClassesOf',
    'loadParts',
    'loadAllParts',
    'PartLoadError',
    'PART_FUNCTIONS',
    'reportFailuresTo',
    'reportMissing',
    'OFFERS',
    'offersOf',
  ]
  const exported = Object.keys(sdk).filter(name => ![...inner, ...more].includes(name))
  expect(documented.sort()).toEqual(exported.sort())
})

test('a name of the SDK that the reference gives as a successor is there to be imported', () => {
  const sections = Object.keys(FORMER_NAMES).filter(name => name !== 'Slots')
  const given = sections.flatMap(rowsBelow).flatMap(([, now = '']) => codeIn(now))
  const hooks = given.filter(name => name !== 'useState' && /^(use[A-Z]|define[A-Z])\w+$/.test(name))
  expect(hooks.length).toBeGreaterThan(10)
  expect(hooks.filter(name => !(name in sdk))).toEqual([])
})
