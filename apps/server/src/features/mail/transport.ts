import { BlockList, isIP } from 'node:net'
import type { Config, SmtpConfig } from '@platform/config'
import type { Transporter } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { z } from 'zod'
import { NonRetryableError } from '../../jobs/definition.ts'
import type { Log } from '../../runtime/log.ts'
import type { Message } from './model.ts'

/** The way on which mails leave the server. */
export interface MailTransport {
  /** The destination of mails, for the lines that the server prints when it starts. */
  readonly description: string
  /** Whether mails leave this server. */
  readonly sends: boolean
  /** @throws NonRetryableError when the server refuses the mail for good; another error when it may still be sent. */
  deliver(message: Message): Promise<void>
  /** Connects and signs in to the mail server. @throws Error when that fails */
  check(): Promise<void>
  /** The last hundred mails that were kept instead of sent, which happens only outside production. */
  readonly kept: readonly Message[]
}

const KEPT = 100
/** The longest time until a connection is open, in milliseconds. */
const CONNECT = 10_000
/** The longest time without an answer, in milliseconds. */
const SILENCE = 30_000

/** Mails go to the SMTP server if one is configured, else to the log, and in production nowhere. */
export function createMailTransport({ config, log }: { config: Config; log: Log }): MailTransport {
  if (config.smtp) return smtpTransport(config.smtp, new URL(config.rootUrl).hostname)
  return config.production ? noTransport(log) : logTransport(log)
}

function smtpTransport(smtp: SmtpConfig, site: string): MailTransport {
  let transporter: Promise<Transporter> | undefined
  // The library is loaded with the first mail, because most commands send none.
  const server = () => {
    transporter ??= import('nodemailer').then(({ createTransport }) => createTransport(connection(smtp)))
    return transporter
  }
  const { name, address } = sender(smtp.email)
  return {
    description: `${smtp.host}:${smtp.port} as ${smtp.email}`,
    sends: true,
    kept: [],
    check: async () => {
      await (await server()).verify()
    },
    async deliver({ id, to, subject, text, html, replyTo }) {
      try {
        await (await server()).sendMail({
          from: { name, address },
          to: { name: '', address: to },
          envelope: { from: address, to: [to] },
          subject,
          text,
          html,
          messageId: `<${id}@${site}>`,
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw error instanceof Error && isFinal(error) ? new NonRetryableError(error.message, { cause: error }) : error
      }
    },
  }
}

/** The options of the connection. No attacker is between this machine and itself, so there TLS is not required. */
function connection(smtp: SmtpConfig): SMTPTransport.Options {
  const requireTLS = smtp.requireTls && !isLoopback(smtp.host)
  return {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === 465,
    requireTLS,
    tls: { rejectUnauthorized: requireTLS, ...(isIP(smtp.host) === 0 ? { servername: smtp.host } : {}) },
    auth: { user: smtp.username, pass: smtp.password },
    connectionTimeout: CONNECT,
    greetingTimeout: CONNECT,
    socketTimeout: SILENCE,
    dnsTimeout: CONNECT,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function logTransport(log: Log): MailTransport {
  const kept: Message[] = []
  return {
    description: 'written to this log, because no mail server is configured',
    sends: false,
    kept,
    check: async () => {},
    async deliver(message) {
      kept.push(message)
      if (kept.length > KEPT) kept.shift()
      log.info(`mail to ${message.to}: ${message.subject}${message.link === null ? '' : ` ${message.link}`}`)
    },
  }
}

function noTransport(log: Log): MailTransport {
  return {
    description: 'off: set the five PLATFORM_SMTP_ variables',
    sends: false,
    kept: [],
    check: async () => {},
    async deliver({ template }) {
      log.warn({ template }, 'a mail was not sent, because mail is off')
    },
  }
}

const refusal = z.object({ command: z.enum(['RCPT TO', 'DATA']), responseCode: z.number().min(500) })

/**
 * Whether the server refused this mail or its recipient for good. A refusal of the connection or the sign-in is none,
 * because the operator can repair those.
 */
function isFinal(error: Error): boolean {
  return refusal.safeParse({ ...error }).success
}

/** `Comments <comments@example.com>`, or the address alone. */
function sender(text: string): { name: string; address: string } {
  const named = /^(.*) <([^<>]+)>$/.exec(text)
  return { name: named?.[1] ?? '', address: named?.[2] ?? text }
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host.toLowerCase() === 'localhost' : LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
