// A course from the catalogue to its certificate, by reading, by keyboard and by a quiz.
import assert from 'node:assert/strict';
import { CoursePage, QuizPart } from './pages/learn.mjs';
import { CheckoutPage } from './pages/payments.mjs';
import { accessible, base, buyer, call, enter, journey, jump, newcomer, refused, sizes, tokenOf, told, visitor } from './support.mjs';

journey('a course is bought, read and passed, and anybody can check the certificate', async () => {
  const { page, done } = await newcomer();
  await page.goto(base);
  await jump(page, 'l', page.getByRole('heading', { name: 'All courses' }));
  await page.getByRole('link', { name: /Reading Charts/ }).waitFor();
  await accessible(page, 'learn');
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('candlesticks');
  await page.getByRole('link', { name: /Reading Charts/ }).waitFor();
  await page.waitForURL(/q=candlesticks/);
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('zzzz');
  await page.getByText('No course matches').waitFor();

  const course = new CoursePage(page);
  await course.open('reading-charts');
  await accessible(page, 'course');
  await page.getByRole('link', { name: 'Candles: four prices and a story' }).click();
  await page.getByRole('link', { name: 'Take the course' }).click();
  await course.buy();
  const checkout = new CheckoutPage(page);
  await checkout.decide('Decline');
  await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
  await accessible(page, 'payment-failed');
  await page.getByRole('link', { name: 'Back to the course' }).click();
  await course.buy();
  await checkout.decide('Pay');
  await page.getByRole('link', { name: 'Start the course' }).click();
  await page.getByRole('link', { name: 'Start reading' }).click();

  await page.getByRole('heading', { name: 'Candles: four prices and a story' }).waitFor();
  await page.getByRole('button', { name: /^Done, next/ }).waitFor();
  await accessible(page, 'lesson');
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Trend, support and resistance', level: 1 }).waitFor();
  // Who comes back goes on where they were, by one click.
  await page.goto(base + '/learn');
  const goOn = page.getByRole('link', { name: 'Continue Reading Charts' });
  const onwards = goOn.and(page.locator('[href*="/lessons/"]'));
  assert.match(await onwards.getAttribute('href'), /^\/learn\/[0-9a-f-]{36}\/lessons\//, 'by the id of the course: its slug may change, and may be that of another one as well');
  await onwards.click();
  await page.getByRole('heading', { name: 'Trend, support and resistance', level: 1 }).waitFor();
  await page.getByText('1 of 4 done').waitFor();
  await page.getByRole('button', { name: /^Done, next/ }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Moving averages and honest expectations', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Done, next/ }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Check what you know', level: 1 }).waitFor();

  const quiz = new QuizPart(page);
  await quiz.quiz.getByRole('button', { name: 'Check the answers' }).click();
  await quiz.quiz.getByText('Choose an answer.').first().waitFor();
  await accessible(page, 'quiz');
  await quiz.answer([2, 2, 2, 2]);
  await quiz.quiz.getByText('Not passed yet').waitFor();
  await accessible(page, 'quiz-failed');
  const right = await quiz.right();
  assert.ok(right.every((one) => one >= 0), 'after the attempt each question tells what is right');
  await quiz.quiz.getByRole('button', { name: 'Try again' }).click();
  await quiz.answer(right);
  await quiz.quiz.getByText('Passed', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'To the certificate' }).click();
  await page.getByRole('heading', { name: 'Certificate' }).waitFor();
  await page.getByText('has completed the course').waitFor();
  await accessible(page, 'certificate');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false, 'only the certificate is printed');
  const address = page.url();
  await done();

  const elsewhere = new URL(address);
  elsewhere.hostname = 'northwind.localhost';
  const other = await visitor({ size: sizes.phone, expects: [(what) => what.startsWith(`another origin: ${elsewhere.origin}/`)] });
  await other.page.goto(address);
  await other.page.getByText('has completed the course').waitFor();
  await other.page.getByText('the platform', { exact: true }).waitFor();
  assert.equal(await other.page.getByText(/^Issued by .*, not by/).count(), 0, 'this brand has the name of who issued it');
  await accessible(other.page, 'certificate-anybody');
  // Another brand's page says whose it is, and does not lend its own name to it.
  await other.page.goto(elsewhere.href);
  await other.page.getByText('Issued by Bourse, not by Northwind.').waitFor();
  await accessible(other.page, 'certificate-elsewhere');
  await other.done();
});

journey('a free course on a phone', async () => {
  const { page, done } = await newcomer({ size: sizes.phone });
  await page.goto(base + '/learn?price=free');
  await page.getByRole('link', { name: /Risk Before Return/ }).waitFor();
  await accessible(page, 'learn');
  await page.getByRole('link', { name: /Risk Before Return/ }).click();
  await page.getByRole('button', { name: 'Enrol for free' }).click();
  await page.getByRole('link', { name: 'Start reading' }).waitFor();
  await accessible(page, 'course');
  await page.getByRole('link', { name: 'Start reading' }).click();
  await page.getByRole('button', { name: /^Done, next/ }).click();
  await page.getByText('1 of').waitFor();
  await accessible(page, 'lesson');
  await done();
});

journey('a course that was left is taken up again for nothing, and bought again once the money went back', async () => {
  const person = await buyer('reading-charts');
  const { page, done } = await visitor({ expects: [refused(402, '/education/courses/[\\w-]+/enroll')] });
  await enter(page, person);
  const course = new CoursePage(page);
  await course.open('reading-charts');
  await page.getByRole('button', { name: 'Leave the course' }).click();
  const dialog = page.getByRole('dialog', { name: `Leave ${person.course.title}?` });
  await dialog.getByText('you can take the course again for free').waitFor();
  await dialog.getByLabel(/^Type/).fill(person.course.title);
  await dialog.getByRole('button', { name: 'Leave the course' }).click();
  await told(page, `You have left ${person.course.title}.`);
  const again = page.getByRole('button', { name: 'Take the course again' });
  await again.waitFor();
  assert.equal(await page.getByRole('button', { name: /^Buy for/ }).count(), 0, 'what is paid for is not offered for money');
  await accessible(page, 'course-left');
  await again.click();
  await told(page, `You are enrolled in ${person.course.title}.`);
  await page.getByRole('link', { name: 'Start reading' }).waitFor();

  await call('POST', `/payments/${person.paymentId}/refunds`, { token: await tokenOf('admin@demo.test'), body: {}, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  await page.reload();
  await again.click();
  await page.getByText('You have no valid payment for this course').waitFor();
  await accessible(page, 'course-refunded');
  await course.buy();
  await new CheckoutPage(page).decide('Pay');
  await page.getByRole('link', { name: 'Start the course' }).waitFor();
  await done();
});

journey('a quiz that was passed is to be passed again by who enrolls again', async () => {
  const { token, course, ...person } = await buyer('reading-charts');
  const lesson = course.lessons.find((one) => one.type === 'quiz');
  const { quiz } = await call('GET', `/education/lessons/${lesson.id}`, { token });
  const attempt = (answers) => call('POST', `/education/lessons/${lesson.id}/attempts`, { token, body: { answers } });
  const { answers } = await attempt(quiz.questions.map(({ id }) => ({ questionId: id, option: 0 })));
  const { passed } = await attempt(answers.map(({ questionId, correctOption }) => ({ questionId, option: correctOption })));
  assert.ok(passed);
  const { page, done } = await visitor();
  await enter(page, person);
  const part = new QuizPart(page);
  const look = async () => {
    const asked = page.waitForResponse((answer) => answer.url().includes(`/lessons/${lesson.id}/attempts`));
    await page.goto(`${base}/learn/reading-charts/lessons/${lesson.id}`);
    await asked;
  };
  await look();
  await part.quiz.getByText('Passed:').waitFor();
  await call('DELETE', `/education/courses/${course.id}/enroll`, { token });
  await call('POST', `/education/courses/${course.id}/enroll`, { token });
  await look();
  await part.answer(answers.map(({ correctOption }) => correctOption));
  await part.quiz.getByText('Passed:').waitFor();
  await page.reload();
  await part.quiz.getByText('Passed:').waitFor();
  await done();
});
