import { BlockList, isIP } from 'node:net'
import type { Config, SmtpConfig } from '@platform/config'
import { createTransport } from 'nodemailer'
import type { Log } from '../../boot/log.ts'
import { JobRefused } from '../jobs/definition.ts'
import type { Message } from './model.ts'

/** Where mails go. */
export interface MailTransport {
  /** For the lines at boot. */
  readonly description: string
  /** Whether mails leave this server. */
  readonly sends: boolean
  /** @throws JobRefused when the mail will never be taken; another error when it may be taken later. */
  deliver(message: Message): Promise<void>
  /** Resolves when the mail server answers and lets us in. */
  check(): Promise<void>
  /** Mails that went nowhere, the last hundred: outside production they are kept instead of sent. */
  readonly kept: readonly Message[]
}

const KEPT = 100
const CONNECT = 10_000
const SILENCE = 30_000

/** SMTP when it is configured; the log outside production; else nowhere. */
export function createMailTransport({ config, log }: { config: Config; log: Log }): MailTransport {
  if (config.smtp) return smtpTransport(config.smtp, new URL(config.rootUrl).hostname)
  return config.production ? noTransport(log) : logTransport(log)
}

function smtpTransport(smtp: SmtpConfig, site: string): MailTransport {
  const near = isLoopback(smtp.host)
  const smtpServer = createTransport({
    host: smtp.host, port: smtp.port, secure: smtp.port === 465, requireTLS: smtp.requireTls && !near,
    // Nobody is between this machine and itself.
    tls: { rejectUnauthorized: smtp.requireTls && !near, servername: isIP(smtp.host) === 0 ? smtp.host : '' },
    auth: { user: smtp.username, pass: smtp.password },
    connectionTimeout: CONNECT, greetingTimeout: CONNECT, socketTimeout: SILENCE, dnsTimeout: CONNECT,
    disableFileAccess: true, disableUrlAccess: true,
  })
  const { name, address } = sender(smtp.email)
  return {
    description: `${smtp.host}:${smtp.port} as ${smtp.email}`, sends: true, kept: [],
    check: async () => { await smtpServer.verify() },
    async deliver({ id, to, subject, text, html, replyTo }) {
      try {
        await smtpServer.sendMail({
          from: { name, address }, to: { name: '', address: to }, envelope: { from: address, to: [to] },
          subject, text, html, messageId: `<${id}@${site}>`, ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw isFinal(error) ? new JobRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

function logTransport(log: Log): MailTransport {
  const kept: Message[] = []
  return {
    description: 'written to this log, because no mail server is configured', sends: false, kept,
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
    description: 'off: set the five PLATFORM_SMTP_ variables', sends: false, kept: [],
    check: async () => {},
    async deliver({ template }) { log.warn({ template }, 'mail is off: one was not sent') },
  }
}

/** The server has said no for good: of this mail or its recipient, not of our credentials, which may be mended. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500
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
