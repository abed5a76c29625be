import type { PluginRouter } from '@platform/plugin-sdk'
import { showAdmin } from './admin/show-admin.tsx'
import { direct, type PageContext, shared } from './route.ts'
import { showAccount } from './routes/account.tsx'
import { removeAvatar, showAvatar } from './routes/avatar.tsx'
import { leadToDiscussion } from './routes/by-url.ts'
import { changeEmail, showEmail } from './routes/change-email.tsx'
import { showCommentForm, takeCommentForm } from './routes/comment-forms.ts'
import { showCounts } from './routes/counts.ts'
import { download, requestData, showData, showDownload } from './routes/data.tsx'
import { decideDeletion, showDeletion } from './routes/deletion.tsx'
import { showDemo } from './routes/demo.tsx'
import { showDiscussion } from './routes/discussion.tsx'
import { takeDiscussionSettings } from './routes/discussion-settings.ts'
import { confirm, requestLink, resetPassword, showConfirm, showLinkRequest, showReset } from './routes/email-links.tsx'
import { showDiscussionFeed, showSiteFeed } from './routes/feeds.ts'
import { showHome } from './routes/home.tsx'
import { showIgnored } from './routes/ignored.tsx'
import { install, showInstall } from './routes/install.tsx'
import { attach, changePassword, showPassword } from './routes/own-account.tsx'
import { showOwnComments } from './routes/own-comments.tsx'
import { takePartForm } from './routes/part-forms.ts'
import { showPermalink } from './routes/permalink.tsx'
import { postComment } from './routes/post-comment.ts'
import { register, showRegister } from './routes/register.tsx'
import { sendAsset, sendCount, sendEmbed, sendEmbedPolyfill } from './routes/scripts.ts'
import { endSessions, showSessions } from './routes/sessions.tsx'
import { showSignIn, signInByForm, signOut } from './routes/sign-in.tsx'
import { createToken, revokeToken, showTokens } from './routes/tokens.tsx'
import { decideIgnoring, showUser } from './routes/user.tsx'
import { chooseUsername, showUsername } from './routes/username.tsx'
import { showFrame, showStreamFragment } from './stream/frame.tsx'
import { finishWindow } from './window/finish-window.tsx'
import { openWindow } from './window/open-window.tsx'

/** Every page, by address. Pages to read are shared by all anonymous readers; forms are not. */
export function pageRoutes<Context>({ koa }: PluginRouter<Context>): void {
  koa.get('/', shared(showHome))
  koa.get('/demo', shared(showDemo))
  koa.get('/feed.atom', shared(showSiteFeed))
  koa.get('/discussions/by-url', direct(leadToDiscussion))
  koa.get('/discussions/:discussion', shared(showDiscussion))
  koa.get('/discussions/:discussion/feed.atom', shared(showDiscussionFeed))
  koa.post('/discussions/:discussion/comments', direct(postComment))
  koa.get('/discussions/:discussion/comments/:comment', shared(showPermalink))
  koa.get('/discussions/:discussion/comments/:comment/:form', direct(showCommentForm))
  koa.post('/discussions/:discussion/comments/:comment/:form', direct(takeCommentForm))
  koa.post('/discussions/:discussion/settings', direct(takeDiscussionSettings))
  koa.post('/discussions/:discussion/parts/:plugin/:mutation', direct(takePartForm))
  koa.get('/users/:user', shared(showUser))
  koa.post('/users/:user/ignoring', direct(decideIgnoring))
  koa.get('/embed/stream', shared(showFrame))
  koa.get('/api/v1/assets/:asset/stream.html', shared(showStreamFragment))
  accountRoutes(koa)
}

/** The pages to sign in, to register, to look after one's own account, and to set up the site. */
function accountRoutes<Context>(koa: PluginRouter<Context>['koa']): void {
  koa.get('/register', direct(showRegister))
  koa.post('/register', direct(register))
  koa.get('/sign-in', direct(showSignIn))
  koa.post('/sign-in', direct(signInByForm))
  koa.post('/sign-in/window', direct(openWindow))
  koa.get('/sign-in/window/:handoff', direct(finishWindow))
  koa.post('/sign-out', direct(signOut))
  koa.get('/account', direct(showAccount))
  koa.get('/account/comments', direct(showOwnComments))
  koa.get('/account/ignored', direct(showIgnored))
  koa.get('/account/avatar', direct(showAvatar))
  koa.post('/account/avatar', direct(removeAvatar))
  koa.get('/account/email', direct(showEmail))
  koa.post('/account/email', direct(changeEmail))
  koa.get('/account/sessions', direct(showSessions))
  koa.post('/account/sessions', direct(endSessions))
  koa.get('/account/tokens', direct(showTokens))
  koa.post('/account/tokens', direct(createToken))
  koa.post('/account/tokens/revoke', direct(revokeToken))
  koa.get('/account/email/confirm', direct(showConfirm))
  koa.post('/account/email/confirm', direct(confirm))
  koa.get('/account/email/resend', direct(showLinkRequest('confirm-email')))
  koa.post('/account/email/resend', direct(requestLink('confirm-email')))
  koa.get('/account/password', direct(showPassword))
  koa.post('/account/password', direct(changePassword))
  koa.post('/account/attach', direct(attach))
  koa.get('/account/username', direct(showUsername))
  koa.post('/account/username', direct(chooseUsername))
  koa.get('/account/deletion', direct(showDeletion))
  koa.post('/account/deletion', direct(decideDeletion))
  koa.get('/account/data', direct(showData))
  koa.post('/account/data', direct(requestData))
  koa.get('/account/data/download', direct(showDownload))
  koa.post('/account/data/download', direct(download))
  koa.get('/account/password/forgotten', direct(showLinkRequest('password-reset')))
  koa.post('/account/password/forgotten', direct(requestLink('password-reset')))
  koa.get('/account/password/reset', direct(showReset))
  koa.post('/account/password/reset', direct(resetPassword))
  koa.get('/admin/install', direct(showInstall))
  koa.post('/admin/install', direct(install))
  for (const path of ADMIN_PATHS) koa.get(path, direct(showAdmin))
  koa.get('/embed.js', direct(sendEmbed))
  koa.get('/embed-polyfill.js', direct(sendEmbedPolyfill))
  koa.get('/count.js', direct(sendCount))
  koa.get('/api/v1/counts', shared(showCounts))
  koa.get('/assets/:file', direct(sendAsset))
  koa.get('/robots.txt', direct(showRobots))
}

/** The addresses of the views of the admin panel. Those that no view has are answered with 404. */
export const ADMIN_PATHS = ['/admin', '/admin/:view', '/admin/:view/:part', '/admin/:view/:part/:item'] as const

/** Pages that search engines need not read: forms, and pages about one user. */
const UNLISTED = ['/account', '/admin', '/api', '/register', '/sign-in']

/** `GET /robots.txt` */
function showRobots(ctx: PageContext): void {
  const { rootPath } = ctx.state.context.services.config
  ctx.type = 'text/plain'
  ctx.body = ['User-agent: *', ...UNLISTED.map(path => `Disallow: ${rootPath}${path}`), ''].join('\n')
  ctx.set('Cache-Control', 'public, max-age=86400')
}
