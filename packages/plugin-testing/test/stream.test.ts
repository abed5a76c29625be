import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin } from '@platform/plugin-sdk'
import { createTestStream, ForgottenError } from '@platform/plugin-testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const client = new URL('../../../plugins/platform-plugin-permalink', import.meta.url)

describe('the stream of a test leaves nothing behind', { timeout: 60_000 }, () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stream-test-'))
    vi.stubEnv('TMPDIR', folder)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })
  /** The folders of the platform. Those of a browser that is not there are left by the library that starts it. */
  const left = async () => (await readdir(folder)).filter(name => name.startsWith('platform-'))

  test('when its browser can not be started', async () => {
    vi.stubEnv('PLATFORM_TEST_BROWSER', join(folder, 'no-browser'))
    const stream = await createTestStream({ client })
    const asset = await stream.platform.createAsset()
    await expect(stream.open(asset)).rejects.toThrow('no-browser')
    const address = await stream.address(asset)
    await stream[Symbol.asyncDispose]()
    await expect(fetch(address)).rejects.toThrow()
    expect(await left()).toEqual([])
  })

  test('when a plugin leaves something running', async () => {
    const leaking = definePlugin({
      name: 'platform-plugin-leaking',
      sdk: '^1.0',
      init: () => void setInterval(() => undefined, 60_000),
    })
    const stream = await createTestStream({ client, plugins: [leaking] })
    await expect(stream[Symbol.asyncDispose]()).rejects.toThrow(ForgottenError)
    expect(await left()).toEqual([])
  })
})
