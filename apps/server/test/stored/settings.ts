import { SITE } from './site.ts'

/** The settings of the fixture: every one has a value of its own. */
export const SETTINGS = {
  moderation: 'POST',
  requireEmailConfirmation: true,
  infoBoxEnable: true,
  infoBoxContent: 'Be **kind**.',
  questionBoxEnable: true,
  questionBoxIcon: 'clock',
  questionBoxContent: 'What time is it?',
  premodLinksEnable: true,
  premodRepeatedEnable: true,
  commentsPerMinute: 100,
  autoCloseStream: false,
  customCssUrl: 'http://localhost/own.css',
  customAdminCssUrl: 'http://localhost/admin.css',
  closedTimeout: 86_400,
  closedMessage: 'Closed for the night.',
  disableCommenting: false,
  disableCommentingMessage: 'Not today.',
  editCommentWindowLength: 600_000,
  charCountEnable: true,
  charCount: 2_000,
  organizationName: 'The Stored Herald',
  organizationContactEmail: 'desk@test.example',
  wordlist: { banned: ['flumdiddle', 'two words'], suspect: ['whifflepoof'] },
  domains: { whitelist: ['localhost', '127.0.0.1', 'news.example'] },
  tags: [
    {
      name: 'PICK',
      permissions: { public: true, self: false, roles: ['ADMIN', 'MODERATOR'] },
      models: ['COMMENTS', 'ASSETS', 'USERS'],
      created_at: SITE.begins,
    },
  ],
  metadata: { herald: { paper: 'thin' } },
}
