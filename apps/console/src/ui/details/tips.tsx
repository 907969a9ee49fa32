import { useEffect, useRef } from 'react'
import classes from './tips.module.css'

const delayMs = 350
const gap = 6

/** One tip for the whole window: whatever carries `data-tip` gets it on hover and focus. Thousands of cells cost nothing. */
export function Tips() {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => (tip.current === null ? undefined : listenForTips(tip.current)), [])
  return <div ref={tip} className={classes.tip} role="tooltip" hidden />
}

function listenForTips(tip: HTMLElement) {
  let timer = 0
  const hide = () => {
    clearTimeout(timer)
    tip.hidden = true
  }
  const ask = (event: Event) => {
    hide()
    if (!(event.target instanceof Element)) return
    // A tap gives the focus as well, and nothing would take the tip away again.
    if (event.type === 'focusin' && !event.target.matches(':focus-visible')) return
    const target = event.target.closest<HTMLElement>('[data-tip], [data-tip-cut]')
    if (target !== null && wordsOf(target) !== '') timer = window.setTimeout(() => show(tip, target), delayMs)
  }
  // A press on a button that is disabled for a reason shows the reason, also on a touch screen.
  const tell = ({ target }: Event) => {
    const stopped = target instanceof Element ? target.closest<HTMLElement>('[data-tip][aria-disabled="true"]') : null
    if (stopped === null) return
    clearTimeout(timer)
    show(tip, stopped)
  }
  const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide()
  const passive = { passive: true, capture: true }
  document.addEventListener('pointerover', ask, passive)
  document.addEventListener('focusin', ask)
  document.addEventListener('pointerdown', hide, passive)
  document.addEventListener('click', tell)
  document.addEventListener('scroll', hide, passive)
  document.addEventListener('keydown', hideOnEscape)
  return () => {
    hide()
    document.removeEventListener('pointerover', ask, passive)
    document.removeEventListener('focusin', ask)
    document.removeEventListener('pointerdown', hide, passive)
    document.removeEventListener('click', tell)
    document.removeEventListener('scroll', hide, passive)
    document.removeEventListener('keydown', hideOnEscape)
  }
}

/** `data-tip-cut` gives the whole text, but only while an ellipsis hides some of it. */
function wordsOf(target: HTMLElement) {
  if (target.dataset.tip !== undefined) return target.dataset.tip
  const isCut = [target, ...target.children].some((element) => element.scrollWidth > element.clientWidth + 1)
  return isCut ? (target.textContent ?? '').trim() : ''
}

function show(tip: HTMLElement, target: HTMLElement) {
  if (!target.isConnected) return
  tip.textContent = wordsOf(target)
  tip.hidden = false
  const at = target.getBoundingClientRect()
  const own = tip.getBoundingClientRect()
  const isRight = target.dataset.tipSide === 'right'
  const left = isRight ? at.right + gap : at.left + at.width / 2 - own.width / 2
  const below = at.bottom + gap + own.height < window.innerHeight ? at.bottom + gap : at.top - gap - own.height
  const top = isRight ? at.top + at.height / 2 - own.height / 2 : below
  tip.style.left = `${Math.round(Math.min(Math.max(4, left), window.innerWidth - own.width - 4))}px`
  tip.style.top = `${Math.round(top)}px`
}
