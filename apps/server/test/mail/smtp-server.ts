import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it came over the wire. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly mail: Email
  readonly encrypted: boolean
  readonly user: unknown
}

export interface Mailbox extends AsyncDisposable {
  readonly port: number
  readonly received: readonly Received[]
  /** Variables that send mail here. */
  readonly env: Readonly<Record<string, string>>
}

/** This machine's address as others see it, if it has one: connections to it don't count as being on this machine. */
export const outerAddress = Object.values(networkInterfaces())
  .flat()
  .find(address => address && !address.internal && address.family === 'IPv4')?.address

export const PASSWORD = 'the canary password'

/** An SMTP server that asks for a password and keeps what it is given. */
export async function startMailbox({
  host = '127.0.0.1',
  port = 0,
  ...options
}: SMTPServerOptions & { readonly host?: string; readonly port?: number } = {}): Promise<Mailbox> {
  const received: Received[] = []
  const server = new SMTPServer({
    // Failing deliveries are part of these tests.
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      password === PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error('wrong'), { responseCode: 535 })),
    onData: (stream, session, done) => {
      buffer(stream).then(async raw => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          mail: await PostalMime.parse(raw),
          encrypted: session.secure,
          user: session.user,
        })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(port, host)
  await once(listening, 'listening')
  const bound = (listening.address() as AddressInfo).port
  return {
    port: bound,
    received,
    env: {
      PLATFORM_SMTP_HOST: host,
      PLATFORM_SMTP_PORT: String(bound),
      PLATFORM_SMTP_EMAIL: 'Comments <comments@example.org>',
      PLATFORM_SMTP_USERNAME: 'platform',
      PLATFORM_SMTP_PASSWORD: PASSWORD,
    },
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
      }),
  }
}

/** A wire to a port on this machine that breaks when what the client sends is to be cut. */
export async function startWire(
  port: number,
  isCut: (sent: string) => boolean,
): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer(client => {
    const end = connect(port, '127.0.0.1')
    const close = () => {
      client.destroy()
      end.destroy()
    }
    client.on('error', close).on('close', close)
    end.on('error', close).on('close', close)
    end.on('data', part => {
      client.write(part)
    })
    client.on('data', part => {
      if (isCut(String(part))) close()
      else end.write(part)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
      }),
  }
}
