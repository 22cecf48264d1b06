// Makes the tables of the teacher's page sortable by a click on a column, and filterable. They are readable without it.
for (const table of document.querySelectorAll("table.sortable")) {
  const [head, ...rows] = table.rows;
  const value = (row, column) => row.cells[column].textContent.trim();
  const compare = (a, b) => a !== "" && b !== "" && !isNaN(a) && !isNaN(b) ? a - b : a.localeCompare(b);
  [...head.cells].forEach((cell, column) => {
    const button = document.createElement("button");
    button.textContent = cell.textContent;
    cell.replaceChildren(button);
    button.onclick = () => {
      const sign = cell.ariaSort === "ascending" ? -1 : 1;
      for (const other of head.cells) other.ariaSort = null;
      cell.ariaSort = sign === 1 ? "ascending" : "descending";
      rows.sort((a, b) => sign * compare(value(a, column), value(b, column)));
      table.tBodies[0].append(...rows);
    };
  });
  const label = document.createElement("label"), input = document.createElement("input");
  input.type = "search";
  label.append("Show only rows with ", input);
  table.parentElement.before(label);
  input.oninput = () => {
    const wanted = input.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  };
}
