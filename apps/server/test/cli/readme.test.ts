import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'

const textOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** The commands that do something, such as `users list`. */
function commandsOf(command: Command, before = ''): string[] {
  return command.commands.flatMap(each => {
    const name = `${before}${each.name()}`
    return each.commands.length > 0 ? commandsOf(each, `${name} `) : [name]
  })
}

test("the server's README lists every command", () => {
  const commands = commandsOf(createProgram(async () => {}))
  expect(commands.length).toBeGreaterThan(25)
  const listed = textOf('apps/server/README.md')
  expect(commands.filter(name => !new RegExp(`^\\|.*\`(platform )?${name}[\\s\`]`, 'm').test(listed))).toEqual([])
})

test("the operators' guide names every plugin of the release", () => {
  const plugins = readdirSync(new URL('../../../../plugins', import.meta.url)).filter(name => !name.startsWith('.'))
  const guide = textOf('docs/guide/plugins-for-operators.md')
  expect(plugins.filter(name => !guide.includes(`\`${name}\``))).toEqual([])
})
