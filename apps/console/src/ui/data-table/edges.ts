/** Tells the style sheet whether there is more at the left and right: the fade and the rule of the pins come and go without a render. */
export function watchEdges(scroller: HTMLElement) {
  const frame = scroller.parentElement ?? scroller
  const look = () => {
    const hidden = scroller.scrollWidth - scroller.clientWidth
    frame.toggleAttribute('data-more-end', hidden - scroller.scrollLeft > 2)
    frame.toggleAttribute('data-more-start', scroller.scrollLeft > 0)
    frame.style.setProperty('--scrollbar', `${scroller.offsetWidth - scroller.clientWidth}px`)
  }
  const observer = new ResizeObserver(look)
  observer.observe(scroller)
  if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild)
  scroller.addEventListener('scroll', look, { passive: true })
  look()
  return () => {
    observer.disconnect()
    scroller.removeEventListener('scroll', look)
  }
}
