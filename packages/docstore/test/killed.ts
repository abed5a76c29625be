import { expect } from 'vitest'
import { connectDocstore } from '../src/index.ts'
import { ended, startProgram, until } from './child.ts'

interface Thing {
  _id: string
  version: number
}

/**
 * Kills a process in the middle of its writes again and again. All acknowledged writes must be stored, and
 * of every transaction both halves or none. Large documents keep the thread busy that moves the log into the file.
 */
export async function surviveKills(url: string, rounds: number, bytes = 0): Promise<number> {
  const promised: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { child, lines } = startProgram('write-until-killed.ts', [url, String(round), String(bytes)])
    const closed = ended(child)
    const enough = 300 + ((round * 137) % 700)
    await until(() => lines.length >= enough)
    child.kill('SIGKILL')
    await closed
    promised.push(...lines)
    await expectKept(url, promised)
  }
  return promised.length
}

async function expectKept(url: string, promised: readonly string[]): Promise<void> {
  const docstore = await connectDocstore(url)
  try {
    const things = docstore.collection<Thing>('things')
    const versions = new Map(
      (await things.find({}, { projection: { version: 1 } }).toArray()).map(({ _id, version }) => [_id, version]),
    )
    const broken = promised.filter(line => {
      const [what, id = ''] = line.split(' ')
      if (what === 'both') return !versions.has(`${id}-left`)
      return what === 'updated' ? versions.get(id) !== 2 : !versions.has(id)
    })
    const halves = [...versions.keys()].filter(
      id => id.endsWith('-left') && !versions.has(id.replace(/left$/, 'right')),
    )
    expect({ broken, halves }).toEqual({ broken: [], halves: [] })
  } finally {
    await docstore.close()
  }
}
