import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSameName, type ListText, type PluginEntry, parsePluginList } from '@platform/plugin-host'
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser'
import { unwritable } from '../unwritable.ts'
import { PluginCommandError } from './command-error.ts'

/** A change of the list, before it is written. */
export interface ListEdit {
  readonly before: string
  readonly after: string
}

export type Section = 'server' | 'client'

const EMPTY = '{\n  "server": [],\n  "client": []\n}\n'
const LENIENT = { allowTrailingComma: true }

/** Adds a plugin at the end of its sections, or replaces its entry. Comments and all other text stay. */
export function addEntry(
  listText: ListText | null,
  { name, range }: PluginEntry,
  sections: readonly Section[],
): ListEdit {
  const before = editable(listText)
  const value = range === null ? JSON.stringify(name) : `{${JSON.stringify(name)}: ${JSON.stringify(range)}}`
  const after = sections.reduce((text, section) => {
    const array = sectionOf(text, section)
    const list = parseTree(text, [], LENIENT)
    if (!array) return list ? append(text, list, `"${section}": [${value}]`) : text
    const entry = array.children?.find(node => isSameName(nameOf(getNodeValue(node)), name))
    return entry ? splice(text, entry.offset, { remove: entry.length, insert: value }) : append(text, array, value)
  }, before)
  return checked(listText, { before, after })
}

function sectionOf(text: string, section: Section | 'settings'): Node | undefined {
  const tree = parseTree(text, [], LENIENT)
  return tree && findNodeAtLocation(tree, [section])
}

/** Inserts a child behind the last one of an array or object, on a line of its own if the last child has one. */
function append(text: string, parent: Node, child: string): string {
  const last = parent.children?.at(-1)
  if (!last) return splice(text, parent.offset + 1, { insert: child })
  const end = last.offset + last.length
  const indent = /\n([ \t]*)$/.exec(text.slice(parent.offset, last.offset))?.[1]
  const comma = /^\s*,/.test(text.slice(end)) ? '' : ','
  if (indent === undefined) return splice(text, end, { insert: `, ${child}` })
  const closing = parent.offset + parent.length - 1
  // A comment stays on the line of its child; a bracket goes behind the new one.
  const lineEnd = text.indexOf('\n', end)
  const at = lineEnd < 0 ? closing : Math.min(lineEnd, closing)
  return splice(splice(text, at, { insert: `\n${indent}${child}` }), end, { insert: comma })
}

function splice(text: string, at: number, { remove = 0, insert }: { remove?: number; insert: string }): string {
  return text.slice(0, at) + insert + text.slice(at + remove)
}

/** Removes a plugin from every section, and its settings. */
export function removeEntry(listText: ListText | null, name: string): ListEdit {
  const before = editable(listText)
  const unlisted = (['server', 'client'] as const).reduce(
    (text, section) => drop(text, sectionOf(text, section), entry => isSameName(nameOf(getNodeValue(entry)), name)),
    before,
  )
  if (unlisted === before)
    throw new PluginCommandError('PLUGIN_NOT_LISTED', `${name} is not in ${listText?.source ?? 'plugins.json'}.`)
  return checked(listText, {
    before,
    after: drop(unlisted, sectionOf(unlisted, 'settings'), property =>
      isSameName(String(property.children?.[0]?.value), name),
    ),
  })
}

/** Removes an element of an array or a property of an object, and its lines if no other element is on them. */
function drop(text: string, parent: Node | undefined, isRemoved: (child: Node) => boolean): string {
  const siblings = parent?.children ?? []
  const at = siblings.findIndex(isRemoved)
  const child = siblings[at]
  if (!child) return text
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  const end = child.offset + child.length
  const lead = /\n[ \t]*$/.exec(text.slice(0, child.offset))?.[0]
  const trail = /^[ \t]*,?[ \t]*(?:\/\/.*|\/\*.*?\*\/[ \t]*)?(?=\r?\n)/.exec(text.slice(end))?.[0]
  if (lead !== undefined && trail !== undefined) {
    const rest = splice(text, child.offset - lead.length, {
      remove: lead.length + child.length + trail.length,
      insert: '',
    })
    return next || !previous
      ? rest
      : splice(rest, endOf(previous), {
          remove: /^\s*,/.exec(rest.slice(endOf(previous)))?.[0].length ?? 0,
          insert: '',
        })
  }
  const start = next || !previous ? child.offset : endOf(previous)
  return splice(text, start, { remove: (next?.offset ?? end) - start, insert: '' })
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

/** Replaces the file in one step, so that no reader sees half of the list. */
export async function writeList(root: string, { after }: ListEdit): Promise<void> {
  const file = join(root, 'plugins.json')
  try {
    await writeFile(`${file}.new`, after)
    await rename(`${file}.new`, file)
  } catch (error) {
    await rm(`${file}.new`, { force: true }).catch(() => {})
    throw unwritable(file, error as Error)
  }
}

/** The text to change: that of the project's list, of the default list, or an empty list. */
function editable(listText: ListText | null): string {
  if (listText?.source === 'PLATFORM_PLUGINS_JSON')
    throw new PluginCommandError(
      'PLUGIN_LIST_FIXED',
      'The list of plugins comes from the variable PLATFORM_PLUGINS_JSON. Change the variable, or unset it to use ' +
        'plugins.json.',
    )
  if (listText) parsePluginList(listText.text, listText.source)
  return listText?.text.replace(/^\uFEFF/, '') ?? EMPTY
}

function checked(listText: ListText | null, edit: ListEdit): ListEdit {
  parsePluginList(edit.after, listText?.source ?? 'plugins.json')
  return edit
}

function nameOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  return typeof entry === 'object' && entry !== null ? (Object.keys(entry)[0] ?? '') : ''
}
