/** The tools the planner knows how to use (X1). */
export const tool = {
  context: "project___get_context",
  describe: "sql-workbench___describe_table",
  runSql: "sql-workbench___run_sql",
  createQueries: "sql-workbench___create_queries",
  getQuery: "sql-workbench___get_query",
  listQueries: "sql-workbench___list_queries",
  createBoard: "dashboard___create_dashboard",
  listBoards: "dashboard___list_dashboards",
  getBoard: "dashboard___get_dashboard",
  updateBoard: "dashboard___update_dashboard",
  deleteBoard: "dashboard___delete_dashboard",
  setVariables: "dashboard___set_variables",
  plot: "dashboard___plot_widgets",
  update: "dashboard___update_widgets",
  move: "dashboard___move_widgets",
  remove: "dashboard___remove_widgets",
} as const;
