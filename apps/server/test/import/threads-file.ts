import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestPlatform } from '@platform/plugin-testing'
import { runOperation } from '../../src/cli/run-operation.ts'

/** A line of a threads file, whole but for what a test says. */
export function line(id: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    parent_id: null,
    body: `body of ${id}`,
    created_at: '2020-01-02T03:04:05.678Z',
    asset: { url: 'https://news.example/one', title: 'One' },
    author: { id: 'a1', username: 'Ann' },
    ...over,
  }
}

/** A thread of some hundreds of comments over two discussions, deeper than one batch. */
export function manyLines(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, i) =>
    line(`m${i}`, {
      parent_id: i % 3 === 0 || i < 7 ? null : `m${i - (i % 2 === 0 ? 6 : 2)}`,
      asset: { url: `https://news.example/${i % 2}`, title: `Number ${i % 2}` },
      author: { id: `a${i % 40}`, username: `author ${i % 40}` },
      created_at: new Date(Date.UTC(2020, 0, 1) + i * 1_000).toISOString(),
    }),
  )
}

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `platform import threads` on these lines: objects, or text as it is. */
export async function importLines(
  platform: TestPlatform,
  lines: readonly (object | string)[],
  options: object = {},
): Promise<Ended> {
  const directory = await mkdtemp(join(tmpdir(), 'threads-'))
  const file = join(directory, 'threads.ndjson')
  try {
    await writeFile(file, lines.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'))
    return await importFile(platform, file, options)
  } finally {
    await rm(directory, { recursive: true })
  }
}

export async function importFile({ services }: TestPlatform, file: string, options: object = {}): Promise<Ended> {
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
    draw: () => {},
    columns: null,
    interrupted: false,
  }
  const code = await runOperation(services, { name: 'import threads', options: { ...options, file } }, terminal)
  return { code, ...said }
}
