import { describe, expect, test } from 'vitest'
import type { Open } from './fixture.ts'

export function locksContract(open: Open): void {
  describe('exclusive work', () => {
    test('of one name is done one after another, also after work that failed', async () => {
      const docstore = await open()
      const steps: string[] = []
      const work = (name: string) => async () => {
        steps.push(`${name} begins`)
        await docstore.collection('things').insertOne({ _id: name })
        steps.push(`${name} ends`)
        if (name === 'b') throw new Error('b fails')
        return name
      }
      const names = ['a', 'b', 'c']
      const done = await Promise.allSettled(names.map(name => docstore.exclusively('changes', work(name))))
      expect(steps).toHaveLength(6)
      for (let at = 0; at < 6; at += 2) expect(steps[at + 1]).toBe(steps[at]?.replace('begins', 'ends'))
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    })

    test('of other names does not wait', async () => {
      const docstore = await open()
      const inner = await docstore.exclusively('one', () => docstore.exclusively('two', async () => 'done'))
      expect(inner).toBe('done')
    })
  })
}
