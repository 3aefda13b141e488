import type { Page } from 'playwright-core';

/**
 * The texts of a page that are cut off, or reach over the edge of what they stand in or of the window, each with what it stands
 * in; what is read out alone is left aside.
 */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const cut = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const text = currentNode.textContent.trim();
      const place = currentNode.parentElement;
      if (text === '' || !place.checkVisibility({ visibilityProperty: true }) || place.getBoundingClientRect().width <= 1) continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      const clips = getComputedStyle(place).overflowX === 'visible' ? undefined : place;
      const boxes = [document.documentElement, clips, place.closest('button, summary, .card, #prices, #undo, nav, header')];
      for (const { left, right, top, bottom } of range.getClientRects())
        for (const box of boxes.filter(Boolean)) {
          const edge = box.getBoundingClientRect();
          const isOut = left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1;
          if (isOut) cut.push(text + ' in ' + (box.id || box.className || box.localName));
        }
    }
    return [...new Set(cut)];
  })()`);

/** How far a page can be moved sideways, in pixels. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
