/** The texts of one language. They are loaded with what shows them, and not with the plugin as `translations` are. */
export interface Texts {
  readonly reasons: string
  /** Says that there are more reports than these. */
  readonly newest: string
  /** The reasons for which users and the server report comments. */
  readonly names: Readonly<Record<string, string>>
}

const en: Texts = {
  reasons: 'Reasons of reports: {count}',
  newest: 'These are the newest {shown} of {count} reports.',
  names: {
    COMMENT_OFFENSIVE: 'Offensive',
    COMMENT_SPAM: 'Spam',
    COMMENT_OTHER: 'Other',
    BANNED_WORD: 'Banned word',
    SUSPECT_WORD: 'Suspect word',
    LINKS: 'Links',
    TRUST: 'Low karma',
    REPEATED: 'Repeated',
  },
}

const de: Texts = {
  reasons: 'Gründe der Meldungen: {count}',
  newest: 'Das sind die neuesten {shown} von {count} Meldungen.',
  names: {
    COMMENT_OFFENSIVE: 'Beleidigend',
    COMMENT_SPAM: 'Werbung',
    COMMENT_OTHER: 'Anderer Grund',
    BANNED_WORD: 'Verbotenes Wort',
    SUSPECT_WORD: 'Verdächtiges Wort',
    LINKS: 'Links',
    TRUST: 'Niedriges Karma',
    REPEATED: 'Wiederholt',
  },
}

export const textsIn = (lang: string): Texts => (lang.split('-', 1)[0] === 'de' ? de : en)
