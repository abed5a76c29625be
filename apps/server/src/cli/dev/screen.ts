import { relative } from 'node:path'
import { styleText } from 'node:util'
import { messageOf, type Problem, textOf } from '@platform/plugin-host'
import { factsOf, type ProblemFacts } from '../plugins/print.ts'
import { printable } from '../printable.ts'
import type { WatchedPlugin } from './project.ts'

/** What `platform dev` reports, each as one line of JSON with `--json`. */
export type DevEvent =
  | { readonly event: 'listening'; readonly url: string; readonly setUp: string | null }
  | { readonly event: 'watching'; readonly plugins: readonly string[] }
  | { readonly event: 'reloaded'; readonly plugins: readonly string[]; readonly milliseconds: number }
  | { readonly event: 'refused'; readonly serving: boolean; readonly problems: readonly ProblemFacts[] }
  | { readonly event: 'stopped' }

/** The reports of `platform dev`. */
export interface Screen {
  listening(url: string, setUp: string | null): void
  watching(plugins: readonly WatchedPlugin[]): void
  reloaded(plugins: readonly string[], milliseconds: number): void
  /** @param serving - whether the server goes on with the plugins as they were. */
  refused(problems: readonly Problem[], serving: boolean): void
  stopped(): void
}

const INDENT = ' '.repeat(10)

/** The reports as lines of JSON, or for people. */
export function createScreen(json: boolean, root: string): Screen {
  return json ? machineScreen() : humanScreen(root)
}

function machineScreen(): Screen {
  const print = (event: DevEvent) => {
    process.stdout.write(`${printable(JSON.stringify(event))}\n`)
  }
  return {
    listening: (url, setUp) => print({ event: 'listening', url, setUp }),
    watching: plugins => print({ event: 'watching', plugins: plugins.map(({ name }) => name) }),
    reloaded: (plugins, milliseconds) => print({ event: 'reloaded', plugins, milliseconds }),
    refused: (problems, serving) => print({ event: 'refused', serving, problems: problems.map(factsOf) }),
    stopped: () => print({ event: 'stopped' }),
  }
}

function humanScreen(root: string): Screen {
  const line = (text: string) => {
    process.stdout.write(`${text}\n`)
  }
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, printable(text), { stream: process.stdout })
  const now = () => style('dim', timeOf(new Date()).padEnd(INDENT.length))
  return {
    listening(url, setUp) {
      line(`${now()}${style(['bold', 'green'], 'listening')} on ${style('bold', url)}; Ctrl+C stops it`)
      if (setUp !== null) line(`${INDENT}set it up, once: ${setUp}`)
    },
    watching(plugins) {
      const folders = plugins.map(({ directory }) => relative(root, directory) || 'this folder')
      line(`${now()}watching ${folders.join(', ') || 'plugins.json, which lists no plugin'}`)
    },
    reloaded(plugins, milliseconds) {
      line(`${now()}${style('green', 'reloaded')} ${plugins.join(', ')} in ${milliseconds} ms`)
    },
    refused(problems, serving) {
      const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
      line(`${now()}${style(['bold', 'red'], serving ? 'not reloaded' : 'not started')}: ${count}`)
      for (const { code, fix, ...problem } of problems) {
        line(indented(`${style('red', code)}  ${printable(textOf({ code, ...problem }))}`))
        if (fix !== undefined) line(indented(`${style('bold', 'fix')}  ${printable(fix)}`))
      }
      line(
        INDENT +
          style(
            'dim',
            serving ? 'The server goes on with the plugins as they were.' : 'The server starts once they are solved.',
          ),
      )
    },
    stopped: () => line(`${now()}stopped`),
  }
}

function indented(text: string): string {
  return text.replace(/^/gm, INDENT)
}

function timeOf(date: Date): string {
  return date.toTimeString().slice(0, 8)
}

const LEVELS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  warn: 'yellow',
  error: 'red',
  fatal: ['bold', 'red'],
}

/** The log as people read it: time, level, message, then the fields and the stack of an error. */
export function readableLog(): { write(line: string): void } {
  return {
    write(line) {
      process.stderr.write(readableLine(line))
    },
  }
}

function readableLine(line: string): string {
  try {
    const { level, time, msg, err, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>
    const stack = (err as { readonly stack?: unknown } | undefined)?.stack
    const format = LEVELS[String(level)] ?? 'dim'
    const head = styleText(format, String(level).padEnd(5), { stream: process.stderr })
    const at = styleText('dim', timeOf(new Date(String(time))).padEnd(INDENT.length), { stream: process.stderr })
    const message = String(msg ?? messageOf(err))
    const about = Object.entries(fields)
      .filter(([, value]) => !message.includes(String(value)))
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    const text = [message, ...about].join('  ')
    const trace = stack === undefined ? '' : `\n${indented(ownFrames(String(stack)))}`
    return `${at}${head}  ${printable(text)}${printable(trace)}\n`
  } catch {
    return printable(line)
  }
}

/** A stack without the frames of packages and of Node, and with the addresses of files as editors open them. */
function ownFrames(stack: string): string {
  return stack
    .split('\n')
    .filter(line => !/^\s+at .*(?:\bnode_modules\b|\bnode:)/.test(line))
    .join('\n')
    .replace(/\?version=\d+/g, '')
}
