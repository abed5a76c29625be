import type { AdminTranslator } from '../app/context.ts'
import type { SettingValues } from './settings.ts'

type Check = (value: unknown, texts: AdminTranslator) => string | null

const DAY = 86_400
const LONGEST_TEXT = 20_000
const MOST_PHRASES = 20_000
const LONGEST_PHRASE = 200
const MOST_HOSTS = 1_000
const MOST_REASONS = 30
const LONGEST_REASON = 500
const LONGEST_MAIL = 2_000

const whole =
  (least: number, most: number): Check =>
  (value, texts) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : texts.text('giveWhole', { least, most })

/** A span of time, whose unit the user chooses. */
const span =
  (most: number): Check =>
  (value, texts) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? null : texts.text('giveSpan')

const markdown: Check = (value, texts) =>
  String(value ?? '').length > LONGEST_TEXT ? texts.text('tooLong', { most: LONGEST_TEXT }) : null

const address: Check = (value, texts) => {
  const given = String(value ?? '')
  return given === '' || (/^https?:$/.test(URL.parse(given)?.protocol ?? '') && !/\s/.test(given))
    ? null
    : texts.text('giveAddress')
}

const phrases: Check = (value, texts) => {
  const list = value as readonly string[]
  if (list.length > MOST_PHRASES) return texts.text('tooManyLines', { most: MOST_PHRASES })
  const long = list.find(phrase => phrase.length > LONGEST_PHRASE)
  return long === undefined ? null : texts.text('longPhrase', { phrase: long.slice(0, 40), most: LONGEST_PHRASE })
}

const sentences: Check = (value, texts) => {
  const list = value as readonly string[]
  if (list.length > MOST_REASONS) return texts.text('tooManyLines', { most: MOST_REASONS })
  const long = list.find(reason => reason.length > LONGEST_REASON)
  return long === undefined ? null : texts.text('longPhrase', { phrase: long.slice(0, 40), most: LONGEST_REASON })
}

const mail: Check = (value, texts) =>
  String(value ?? '').trim().length > LONGEST_MAIL ? texts.text('tooLong', { most: LONGEST_MAIL }) : null

/** Hosts, or addresses of which the host is kept. */
const hosts: Check = (value, texts) => {
  const list = value as readonly string[]
  if (list.length > MOST_HOSTS) return texts.text('tooManyLines', { most: MOST_HOSTS })
  const wrong = list.find(line => {
    const entry = line.trim()
    const host = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(entry) ? entry : `http://${entry}`)?.hostname
    return entry !== '' && !/^[\w.[\]:-]+$/.test(host ?? '')
  })
  return wrong === undefined ? null : texts.text('giveHost', { host: wrong.slice(0, 40) })
}

/** What is wrong with a value, in the language of the user. The server checks every value again. */
const CHECKS: Readonly<Record<string, Check>> = {
  charCount: whole(1, 100_000),
  commentsPerMinute: whole(0, 1_000),
  editCommentWindowLength: span(365 * DAY * 1_000),
  closedTimeout: span(10 * 365 * DAY),
  infoBoxContent: markdown,
  questionBoxContent: markdown,
  closedMessage: markdown,
  disableCommentingMessage: markdown,
  customCssUrl: address,
  customAdminCssUrl: address,
  organizationName: (value, texts) =>
    String(value ?? '').trim().length > 200 ? texts.text('tooLong', { most: 200 }) : null,
  organizationContactEmail: (value, texts) =>
    /^(?:[^\s@]+@[^\s@]+\.[^\s@]+)?$/.test(String(value ?? '')) ? null : texts.text('giveEmail'),
  rejectionReasons: sentences,
  usernameRejectionReasons: sentences,
  banMessage: mail,
  suspensionMessage: mail,
  'wordlist.banned': phrases,
  'wordlist.suspect': phrases,
  'domains.whitelist': hosts,
}

/** What is wrong with changed settings, by their names. */
export function problemsIn(changes: SettingValues, texts: AdminTranslator): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => {
      const problem = CHECKS[name]?.(value, texts)
      return problem ? [[name, problem]] : []
    }),
  )
}
