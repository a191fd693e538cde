// Calls the service at QUADRILLE_URL by a client that openapi-generator has made from the simple document.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"check/quadrille"
)

const (
	unique   = "1.....3..4.....2"
	solution = "1324423124133142"
	multiple = "1.....3..4......"
)

// Fails unless the condition holds.
func check(condition bool, format string, values ...any) {
	if !condition {
		fmt.Fprintf(os.Stderr, format+"\n", values...)
		os.Exit(1)
	}
}

func main() {
	configuration := quadrille.NewConfiguration()
	check(configuration.Servers[0].URL == "http://localhost:8080", "server: %v", configuration.Servers)
	configuration.Servers[0].URL = os.Getenv("QUADRILLE_URL")
	client := quadrille.NewAPIClient(configuration)
	ctx := context.Background()
	puzzles := client.PuzzlesAPI

	solved, _, err := puzzles.Solve(ctx).SolveRequest(*quadrille.NewSolveRequest(unique)).Execute()
	check(err == nil, "solve: %v", err)
	check(solved.Verdict == quadrille.VERDICT_UNIQUE, "solve: %v", solved.Verdict)
	check(solved.GetSolution() == solution, "solve: %v", solved.GetSolution())
	// Null is another value than a member that is left out.
	check(solved.HasStoppedBy() && solved.StoppedBy.Get() == nil, "solve: %v", solved.StoppedBy)

	request := quadrille.NewCountRequest(multiple)
	request.SetLimit(100)
	counted, _, err := puzzles.Count(ctx).CountRequest(*request).Execute()
	check(err == nil, "count: %v", err)
	check(counted.Count == 3 && counted.Complete, "count: %v", counted.Count)
	check(counted.Solution.Get() == nil, "count: %v", counted.Solution)

	cage := quadrille.NewConstraintListInner("cage")
	cage.SetCells([]string{"r4c3", "r4c4"})
	cage.SetSum(6)
	request.SetConstraints([]quadrille.ConstraintListInner{*cage})
	counted, _, err = puzzles.Count(ctx).CountRequest(*request).Execute()
	check(err == nil, "killer: %v", err)
	check(counted.Count == 2 && counted.Complete, "killer: %v", counted.Count)

	candidates := quadrille.NewCandidatesRequest(unique)
	candidates.SetCandidates(map[string][]int32{"r1c2": {3, 4}})
	listed, _, err := puzzles.FindCandidates(ctx).CandidatesRequest(*candidates).Execute()
	check(err == nil, "candidates: %v", err)
	check(len(listed.Candidates) == 4, "candidates: %v", listed.Candidates)

	hint, _, err := puzzles.FindHint(ctx).HintRequest(*quadrille.NewHintRequest(unique)).Execute()
	check(err == nil, "hint: %v", err)
	step := hint.Step.Get()
	check(step != nil && len(step.Houses) > 0, "hint: %v", step)

	_, response, err := puzzles.Solve(ctx).SolveRequest(*quadrille.NewSolveRequest("12.4")).Execute()
	check(response.StatusCode == 422, "problem: %v", response.Status)
	var failure *quadrille.GenericOpenAPIError
	check(errors.As(err, &failure), "problem: %v", err)
	problem, isProblem := failure.Model().(quadrille.Problem)
	check(isProblem, "problem: %v", failure.Model())
	check(problem.Code == quadrille.PROBLEMCODE_INVALID_QUESTION, "problem: %v", problem.Code)
	check(problem.Errors[0].GetPointer() == "/puzzle", "problem: %v", problem.Errors)

	entries := []quadrille.SolveEntry{*quadrille.NewSolveEntry(unique), *quadrille.NewSolveEntry("12.4")}
	entries[0].SetId("first")
	batch, _, err := client.BatchesAPI.SolveBatch(ctx).SolveEntry(entries).Execute()
	check(err == nil, "batch: %v", err)
	results := batch.Results
	check(len(results) == 2 && batch.Summary.Errors == 1, "batch: %v", batch)
	check(results[0].GetId() == "first" && results[0].GetSolution() == solution, "batch: %v", results[0])
	check(results[1].Type == "error" && results[1].Error.Status == 422, "batch: %v", results[1])

	generated, _, err := puzzles.Generate(ctx).GenerateRequest(*quadrille.NewGenerateRequest()).Execute()
	check(err == nil, "generate: %v", err)
	check(len(generated.GetPuzzle()) == 81, "generate: %v", generated)

	alive, _, err := client.OperationsAPI.CheckLiveness(ctx).Execute()
	check(err == nil && alive != "", "livez: %v %v", alive, err)

	fmt.Println("the generated Go client works")
}
