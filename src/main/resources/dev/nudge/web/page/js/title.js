const NAME = "nudge";

let shown = "";
let asking = 0;

/** Says in the window's title what is shown; nothing for all jobs. */
export function entitle(view) {
    shown = view;
    write();
}

/** Says in the title and by the icon how many questions are open. */
export function entitleQuestions(count) {
    asking = count;
    document.getElementById("icon").href = count === 0 ? "icon.svg" : "icon-question.svg";
    write();
}

function write() {
    const view = shown === "" ? NAME : `${shown} · ${NAME}`;
    const title = asking === 0 ? view : `(${asking}) ${NAME}: a job asks`;
    if (document.title !== title) {
        document.title = title;
    }
}
