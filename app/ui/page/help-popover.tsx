import { Disclosure } from "#app/ui/disclosure";
import { HELP_TOPICS, type HelpTopic } from "./help-topics.ts";

export function HelpPopover({ about, className }: { about: HelpTopic; className?: string }) {
  const { question, paragraphs } = HELP_TOPICS[about];
  return (
    <Disclosure title={question} {...(className && { className })}>
      <div className="grid max-w-prose gap-2 pb-4 text-muted text-sm">
        {paragraphs().map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Disclosure>
  );
}
