import { BlockList, isIP } from 'node:net'
import type { Config, SmtpConfig } from '@platform/config'
import type { Transporter } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { JobRefused } from '../../jobs/definition.ts'
import type { Log } from '../../runtime/log.ts'
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
  let transporter: Promise<Transporter> | undefined
  // Loaded for the first mail: most commands send none.
  const server = () =>
    (transporter ??= import('nodemailer').then(({ createTransport }) => createTransport(connection(smtp))))
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
        throw isFinal(error) ? new JobRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

/** How to reach the mail server. Nobody is between this machine and itself: there, encryption proves nothing. */
function connection(smtp: SmtpConfig): SMTPTransport.Options {
  const demanding = smtp.requireTls && !isLoopback(smtp.host)
  return {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === 465,
    requireTLS: demanding,
    tls: { rejectUnauthorized: demanding, ...(isIP(smtp.host) === 0 ? { servername: smtp.host } : {}) },
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
      log.warn({ template }, 'mail is off: one was not sent')
    },
  }
}

/** The server has said no for good to this mail or its recipient. What it says to ourselves an operator may mend. */
function isFinal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return (command === 'RCPT TO' || command === 'DATA') && typeof responseCode === 'number' && responseCode >= 500
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
