import java.util.List;
import java.util.Map;

import quadrille.ApiClient;
import quadrille.ApiException;
import quadrille.JSON;
import quadrille.api.BatchesApi;
import quadrille.api.OperationsApi;
import quadrille.api.PuzzlesApi;
import quadrille.model.CandidatesRequest;
import quadrille.model.ConstraintListInner;
import quadrille.model.CountRequest;
import quadrille.model.GenerateRequest;
import quadrille.model.HintRequest;
import quadrille.model.Problem;
import quadrille.model.ProblemCode;
import quadrille.model.SolveBatchResult;
import quadrille.model.SolveEntry;
import quadrille.model.SolveRequest;
import quadrille.model.Verdict;

/** Calls the service at QUADRILLE_URL by a client that openapi-generator has made from the simple document. */
public final class Main {
    private static final String UNIQUE = "1.....3..4.....2";
    private static final String SOLUTION = "1324423124133142";
    private static final String MULTIPLE = "1.....3..4......";

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        check(client.getBaseUri().equals("http://localhost:8080"), client.getBaseUri());
        client.updateBaseUri(System.getenv("QUADRILLE_URL"));
        PuzzlesApi puzzles = new PuzzlesApi(client);

        var solved = puzzles.solve(new SolveRequest().puzzle(UNIQUE), null);
        check(solved.getVerdict() == Verdict.UNIQUE, solved);
        check(solved.getSolution().equals(SOLUTION), solved);
        check(solved.getStoppedBy() == null, solved);

        var counted = puzzles.count(new CountRequest().puzzle(MULTIPLE).limit(100L), null);
        check(counted.getCount() == 3 && counted.getComplete(), counted);
        check(counted.getSolution() == null, counted);

        var cage = new ConstraintListInner().type(ConstraintListInner.TypeEnum.CAGE).cells(List.of("r4c3", "r4c4")).sum(6);
        var killer = puzzles.count(new CountRequest().puzzle(MULTIPLE).limit(100L).constraints(List.of(cage)), null);
        check(killer.getCount() == 2 && killer.getComplete(), killer);

        var candidates = new CandidatesRequest().puzzle(UNIQUE).candidates(Map.of("r1c2", List.of(3, 4)));
        check(puzzles.findCandidates(candidates, null).getCandidates().size() == 4, candidates);

        var hint = puzzles.findHint(new HintRequest().puzzle(UNIQUE), null);
        check(!hint.getStep().getHouses().isEmpty(), hint);

        Problem problem = rejected(puzzles);
        check(problem.getCode() == ProblemCode.INVALID_QUESTION, problem);
        check(problem.getErrors().get(0).getPointer().equals("/puzzle"), problem);

        var entries = List.of(new SolveEntry().puzzle(UNIQUE).id("first"), new SolveEntry().puzzle("12.4"));
        var batch = new BatchesApi(client).solveBatch(
            entries, null, null, null, null, null, null, null, null, null, null, null, null);
        List<SolveBatchResult> results = batch.getResults();
        check(results.size() == 2 && batch.getSummary().getErrors() == 1, batch);
        check(results.get(0).getId().equals("first"), batch);
        check(results.get(0).getSolution().equals(SOLUTION), batch);
        check(results.get(1).getType() == SolveBatchResult.TypeEnum.ERROR, batch);
        check(results.get(1).getError().getStatus() == 422, batch);

        var generated = puzzles.generate(null, new GenerateRequest());
        check(generated.getPuzzle().length() == 81, generated);

        check(!new OperationsApi(client).checkLiveness().isEmpty(), "livez");

        System.out.println("the generated Java client works");
    }

    /** Returns the problem of a puzzle that is too short. */
    private static Problem rejected(PuzzlesApi puzzles) throws Exception {
        try {
            puzzles.solve(new SolveRequest().puzzle("12.4"), null);
        } catch (ApiException error) {
            check(error.getCode() == 422, error);
            return JSON.getDefault().getMapper().readValue(error.getResponseBody(), Problem.class);
        }
        throw new AssertionError("no problem");
    }

    private static void check(boolean condition, Object found) {
        if (!condition) {
            throw new AssertionError(found);
        }
    }
}
