import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import dns, { lookup, promises, Resolver } from 'node:dns'
import { resolveMx } from 'node:dns/promises'
import { watch } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HookObject } from '@platform/plugin-sdk'
import { describe, expect, test } from 'vitest'
import { createTestPlatform, ForgottenError, type TestPlatformOptions } from '../src/index.ts'

/** What a platform with this plugin complains of at its end. */
async function forgottenBy(
  plugin: HookObject,
  options: TestPlatformOptions = {},
  use?: () => Promise<unknown>,
): Promise<readonly { code: string; message: string }[]> {
  const platform = await createTestPlatform({ ...options, plugins: [plugin] })
  await platform.http('/api/v1/use')
  await use?.()
  const error = await platform.close().then(
    () => null,
    (reason: unknown) => reason,
  )
  return error === null ? [] : (error as ForgottenError).forgotten
}

test('an interval that is never cleared is reported with its place', async () => {
  const timers: NodeJS.Timeout[] = []
  const found = await forgottenBy({
    init: () => {
      timers.push(setInterval(() => {}, 60_000))
    },
  })
  clearInterval(timers[0])
  expect(found).toEqual([
    expect.objectContaining({
      code: 'LEAKED_TIMER',
      message: expect.stringMatching(/interval started at .*forgotten\.test\.ts:\d+:\d+ is still running/),
    }),
  ])
})

test('a timeout that a route started, and an interval that keeps no process alive, are reported', async () => {
  const timers: NodeJS.Timeout[] = []
  const found = await forgottenBy({
    router: router => {
      router.get('/api/v1/use', (_req, res) => {
        timers.push(
          setTimeout(() => {}, 60_000),
          setInterval(() => {}, 60_000).unref(),
        )
        res.end()
      })
    },
  })
  for (const timer of timers) clearInterval(timer)
  expect(found.map(({ code }) => code)).toEqual(['LEAKED_TIMER', 'LEAKED_TIMER'])
})

test('timers that end, are cleared, or belong to a signal are fine', async () => {
  const found = await forgottenBy({
    init: ({ defer }) => {
      const timer = setInterval(() => {}, 60_000)
      defer(() => clearInterval(timer))
      setTimeout(() => {}, 0)
      AbortSignal.timeout(60_000)
    },
  })
  expect(found).toEqual([])
})

test('an unhandled rejection fails the test, or is collected when the test asks for that', async () => {
  const careless: HookObject = {
    router: router => {
      router.get('/api/v1/use', (_req, res) => {
        void Promise.reject(new Error('lost'))
        res.end()
      })
    },
  }
  expect(await forgottenBy(careless)).toEqual([
    expect.objectContaining({
      code: 'UNHANDLED_REJECTION',
      message: expect.stringMatching(/lost\n {2}at {3}.*forgotten\.test\.ts/),
    }),
  ])
  const platform = await createTestPlatform({ plugins: [careless], onUnhandled: 'collect' })
  await platform.http('/api/v1/use')
  await expect
    .poll(() => platform.diagnostics)
    .toEqual([{ code: 'UNHANDLED_REJECTION', message: expect.stringContaining('lost') }])
  await platform.close()
})

test('other machines are not talked to, also when the plugin does not mind', async () => {
  const answers: unknown[] = []
  const talkative: HookObject = {
    router: router => {
      router.get('/api/v1/use', async (_req, res) => {
        answers.push(
          await fetch('http://provider.example/').catch((error: Error) => (error.cause as { code?: string }).code),
        )
        const socket = createSocket('udp4')
        try {
          socket.send('x', 53, '192.0.2.1')
        } catch (error) {
          answers.push((error as { code?: string }).code)
        }
        socket.close()
        res.end()
      })
    },
  }
  expect(await forgottenBy(talkative)).toEqual([
    expect.objectContaining({ code: 'NETWORK_USE', message: expect.stringContaining('provider.example') }),
    expect.objectContaining({ code: 'NETWORK_USE', message: expect.stringContaining('192.0.2.1') }),
  ])
  expect(answers).toEqual(['NETWORK_REFUSED', 'NETWORK_REFUSED'])
})

test('nor are their names looked up, in any way there is', async () => {
  const answers: unknown[] = []
  const codeOf = (error: unknown) => (error as { code?: string } | null)?.code
  const curious: HookObject = {
    router: router => {
      router.get('/api/v1/use', async (_req, res) => {
        for (const look of [
          lookup,
          dns.lookup,
          dns.resolve4,
          (name: string, done: (error: unknown) => void) => new Resolver().resolve4(name, done),
        ])
          await new Promise<void>(resolve => {
            look('names.example', (error: unknown) => {
              answers.push(codeOf(error))
              resolve()
            })
          })
        for (const ask of [promises.lookup, resolveMx])
          answers.push(codeOf(await ask('names.example').catch((error: unknown) => error)))
        answers.push((await promises.lookup('localhost')).address, (await promises.lookup('192.0.2.1')).address)
        res.end()
      })
    },
  }
  const found = await forgottenBy(curious)
  expect(answers).toEqual([
    ...Array.from({ length: 6 }, () => 'NETWORK_REFUSED'),
    expect.stringMatching(/^(127|::1)/),
    '192.0.2.1',
  ])
  expect(found).toHaveLength(6)
  expect(found[0]).toMatchObject({
    code: 'NETWORK_USE',
    message: expect.stringMatching(/a look-up of names\.example was refused\n {2}at {3}.*forgotten\.test\.ts/),
  })
})

test('servers of the test itself are', async () => {
  const server = createServer((_req, res) => res.end('hello')).listen(0, '127.0.0.1')
  await new Promise(resolve => {
    server.once('listening', resolve)
  })
  const answers: string[] = []
  const found = await forgottenBy({
    router: router => {
      router.get('/api/v1/use', async (_req, res) => {
        answers.push(await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).text())
        res.end()
      })
    },
  })
  await new Promise(resolve => {
    server.close(resolve)
    server.closeAllConnections()
  })
  expect([answers, found]).toEqual([['hello'], []])
})

test('a stub that no plugin requires is reported', async () => {
  expect(await forgottenBy({}, { stubs: { nobody: {} } })).toEqual([
    expect.objectContaining({ code: 'UNUSED_STUB', message: expect.stringContaining('nobody') }),
  ])
})

test('all findings are reported together, and each once', async () => {
  const timers: NodeJS.Timeout[] = []
  const platform = await createTestPlatform({
    plugins: [
      {
        init: () => {
          timers.push(setInterval(() => {}, 60_000))
        },
      } satisfies HookObject,
    ],
    stubs: { nobody: {} },
  })
  const error = (await platform.close().catch((reason: unknown) => reason)) as ForgottenError
  clearInterval(timers[0])
  expect(error).toBeInstanceOf(ForgottenError)
  expect(error.forgotten.map(({ code }) => code)).toEqual(['LEAKED_TIMER', 'UNUSED_STUB'])
  // Runners show the errors of an aggregate in place of its message.
  expect(error.errors.map(({ message }: Error) => message.split('  ')[0])).toEqual(['LEAKED_TIMER', 'UNUSED_STUB'])
  await platform.close()
})

describe('a timer, socket or server that is left running is reported with its place, and ended', () => {
  test.each<[what: string, code: string, begin: () => unknown]>([
    [
      'interval',
      'LEAKED_TIMER',
      () => {
        setInterval(() => {}, 60_000)
      },
    ],
    [
      'server',
      'LEAKED_SERVER',
      () =>
        new Promise(resolve => {
          createServer().listen(0, '127.0.0.1', () => {
            resolve(null)
          })
        }),
    ],
    [
      'process',
      'LEAKED_PROCESS',
      () => {
        spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      },
    ],
    [
      'watcher of files',
      'LEAKED_WATCHER',
      () => {
        watch(import.meta.dirname)
      },
    ],
    [
      'listener of the process',
      'LEAKED_LISTENER',
      () => {
        process.on('SIGUSR2', () => {})
      },
    ],
    [
      'loop of setImmediate',
      'LEAKED_TIMER',
      () => {
        const next = () => {
          setImmediate(next)
        }
        next()
      },
    ],
  ])('%s', async (what, code, begin) => {
    const found = await forgottenBy({
      init: async () => {
        await begin()
      },
    })
    expect(found).toEqual([
      expect.objectContaining({
        code,
        message: expect.stringMatching(new RegExp(`${what}.*(?:\\n.*)?forgotten\\.test\\.ts:\\d+:\\d+`)),
      }),
    ])
    expect(process.listenerCount('SIGUSR2')).toBe(0)
    expect(await forgottenBy({})).toEqual([])
  })

  test('what is ended in time is not', async () => {
    expect(
      await forgottenBy({
        init: async ({ defer }) => {
          const server = createServer()
          await new Promise(resolve => {
            server.listen(0, '127.0.0.1', () => {
              resolve(null)
            })
          })
          const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
          const watcher = watch(import.meta.dirname)
          const listener = () => {}
          process.on('SIGUSR2', listener)
          setImmediate(() => {
            setImmediate(() => {})
          })
          defer(async () => {
            watcher.close()
            process.off('SIGUSR2', listener)
            await Promise.all([
              new Promise(resolve => {
                server.close(resolve)
              }),
              new Promise(resolve => {
                child.once('close', resolve)
                child.kill()
              }),
            ])
          })
        },
      }),
    ).toEqual([])
  })
})
