import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf } from '@platform/plugin-host'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** The README has a title, an example to copy, and the name of every setting. */
export function checkReadme({ folder, manifest }: Subject): Finding[] {
  if (folder === null) return []
  const finding = (message: string, fix: string): Finding => ({ point: 'readme', message, fix })
  const text = read(join(folder, 'README.md'))
  if (text === null)
    return [finding('there is no README.md', 'write what the plugin does, how to install it, and its settings')]
  const keys = (keysOf(manifest?.config) ?? []).map(({ key }) => key)
  return [
    ...(/^# \S/m.test(text) ? [] : [finding('the README has no title', 'begin it with # and the name')]),
    ...(/^```/m.test(text) ? [] : [finding('the README has no example', 'show an entry for plugins.json')]),
    ...keys
      .filter(key => !text.includes(key))
      .map(key => finding(`the README does not mention the setting ${key}`, `describe ${key} and its default`)),
  ]
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
