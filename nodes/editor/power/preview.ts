import { type LivePreview, livePreview } from '../chart/live-preview.ts';
import { markAsTyped } from '../common/dialog.ts';

type Ask<Answer extends object> = Parameters<typeof livePreview<Answer>>[2];
type Show<Answer extends object> = Parameters<typeof livePreview<Answer>>[3];

/** The preview at the foot of the open dialog, in `#<id>-summary` and `#<id>-chart`; there is never a second one. */
export function previewIn(id: string) {
  let open: LivePreview | undefined;
  return {
    open<Answer extends object>(ask: Ask<Answer>, shown: Show<Answer>): void {
      const [words, frame] = ['summary', 'chart'].map((part) => document.getElementById(`${id}-${part}`));
      if (!words || !frame) return;
      open = livePreview(words, frame, ask, shown);
      markAsTyped();
      $('#dialog-form').on('input.dayahead change.dayahead', () => open?.changed());
    },
    close(): void {
      open?.close();
      open = undefined;
    },
  };
}
