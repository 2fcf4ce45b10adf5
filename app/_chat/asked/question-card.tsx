"use client";

import { useId, useState } from "react";
import { z } from "zod";
import { type Interrupt, useSessionObject } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { TextInput } from "@/app/_ui/text-input";
import { RequestFrame } from "./request-frame";

const Asked = z.object({
  questions: z.array(
    z.object({
      question: z.string(),
      options: z.array(z.string()).optional(),
      multiple: z.boolean().optional(),
    }),
  ),
});
type Question = z.infer<typeof Asked>["questions"][number];

/** A form of an agent's questions (H2). Each may be left empty, and none has to be answered. */
export function QuestionCard({ interrupt }: { interrupt: Interrupt }) {
  const { answer } = useSessionObject();
  const { questions } = Asked.catch({ questions: [] }).parse(interrupt.metadata?.arguments);
  const [chosen, setChosen] = useState<Record<number, string[]>>({});
  const choose = (index: number, values: string[]) => setChosen({ ...chosen, [index]: values });
  const answers = questions.map((question, index) => {
    const values = chosen[index] ?? [];
    return question.multiple ? values : (values[0] ?? "");
  });
  const asks = questions.length > 1 ? `has ${questions.length} questions` : "has a question";
  return (
    <RequestFrame interrupt={interrupt} asks={asks} title={questions[0]?.question ?? interrupt.message}>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          answer(interrupt.id, { status: "resolved", payload: { answers } });
        }}
      >
        {questions.map((question, index) => (
          <Field
            key={question.question}
            question={question}
            isFirst={index === 0}
            values={chosen[index] ?? []}
            onChange={(values) => choose(index, values)}
          />
        ))}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={answers.every((each) => each.length === 0)}>
            Answer
          </Button>
          <Button variant="ghost" onClick={() => answer(interrupt.id, { status: "cancelled" })}>
            Skip
          </Button>
        </div>
      </form>
    </RequestFrame>
  );
}

function Field({
  question: { question, options, multiple = false },
  isFirst,
  values,
  onChange,
}: {
  question: Question;
  /** Its words are the card's title already. */
  isFirst: boolean;
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const id = useId();
  if (!options)
    return (
      <label htmlFor={id} className="block text-sm">
        <span className={isFirst ? "sr-only" : "mb-1 block font-medium"}>{question}</span>
        <TextInput
          id={id}
          value={values[0] ?? ""}
          maxLength={4_000}
          onChange={(event) => onChange([event.target.value])}
        />
      </label>
    );
  const toggle = (option: string) => {
    if (!multiple) return onChange([option]);
    onChange(values.includes(option) ? values.filter((each) => each !== option) : [...values, option]);
  };
  return (
    <fieldset className="space-y-1 text-sm">
      <legend className={isFirst ? "sr-only" : "mb-1 font-medium"}>{question}</legend>
      {options.map((option) => (
        <label key={option} className="flex min-h-7 items-center gap-2 rounded-md px-1.5 hover:bg-hover">
          <input
            type={multiple ? "checkbox" : "radio"}
            name={question}
            checked={values.includes(option)}
            onChange={() => toggle(option)}
            className="accent-accent"
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}
