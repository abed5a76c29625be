// Opens the form to reply under the comment. Without this script the link leads to the comment's page and its form.
{
  let open = null

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  const close = () => {
    open?.form.remove()
    open?.link.focus()
    open = null
  }

  const formFor = (id, author, action) => {
    const name = element('bdi', { textContent: author })
    const label = element('label', { htmlFor: 'reply-body' }, 'Reply to ', name)
    const body = element('textarea', {
      id: 'reply-body',
      name: 'body',
      rows: 4,
      required: true,
      maxLength: 65536,
      dir: 'auto',
    })
    const cancel = element('button', { type: 'button', className: 'second', textContent: 'Cancel', onclick: close })
    const buttons = element(
      'p',
      { className: 'buttons' },
      element('button', { type: 'submit', textContent: 'Post the reply' }),
      cancel,
    )
    const parent = element('input', { type: 'hidden', name: 'parent_id', value: id })
    const back = element('input', { type: 'hidden', name: 'back', value: location.pathname })
    return element(
      'form',
      {
        className: 'write',
        method: 'post',
        action,
        onkeydown: event => {
          if (event.key === 'Escape' && body.value === '') close()
        },
      },
      label,
      body,
      parent,
      back,
      buttons,
    )
  }

  document.addEventListener('click', event => {
    const link = event.target.closest?.('a.reply')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const comment = link.closest('.comment')
    const again = open?.link === link
    if (open) close()
    if (again) return
    const { base, discussion } = document.body.dataset
    const form = formFor(
      comment.id.slice(2),
      comment.dataset.author,
      `${base}/discussions/${encodeURIComponent(discussion)}/comments`,
    )
    open = { link, form }
    link.closest('article').append(form)
    form.querySelector('textarea').focus()
  })
}
